// Preloaded into a host that is measured: tells over the process's channel how long its loop stood still, and what the
// process uses. Time in which the machine gave the thread no core is told apart, where the system counts it (Linux).
const { openSync, readSync } = require('node:fs');
const { performance } = require('node:perf_hooks');
const { setInterval } = require('node:timers');

const beatMs = 1;
const digits = Buffer.alloc(128);
const schedule = openSchedule();

function openSchedule() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return null;
  }
}

/** Milliseconds for which the main thread was ready to run and had no core. */
function waitedMs() {
  if (schedule === null) return 0;
  const text = digits.toString('latin1', 0, readSync(schedule, digits, 0, digits.length, 0));
  return Number(text.split(' ')[1]) / 1e6;
}

let beatAt = performance.now();
let waitedAt = waitedMs();
let worst = { blockMs: 0, ownBlockMs: 0 };

function beat() {
  const now = performance.now();
  const waited = waitedMs();
  const gapMs = Math.max(0, now - beatAt - beatMs);
  const ownMs = Math.max(0, gapMs - (waited - waitedAt));
  worst = { blockMs: Math.max(worst.blockMs, gapMs), ownBlockMs: Math.max(worst.ownBlockMs, ownMs) };
  beatAt = now;
  waitedAt = waited;
}

setInterval(beat, beatMs).unref();

process.on('message', (question) => {
  beat();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ ...worst, rss, heapUsed, cpuMs: (user + system) / 1000 });
  if (question === 'reset') worst = { blockMs: 0, ownBlockMs: 0 };
});
process.channel?.unref();
