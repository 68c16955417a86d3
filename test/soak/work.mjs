// The work of one lease, the same for every worker: a turn, a while of work, an end. Calls are the built command line's.
import { spawnSync } from 'node:child_process';
import { fateOf } from './fate.mjs';

const exits = { nothingToDo: 8, noCoordinator: 9, storage: 10 };
/** A coordinator that was killed is started again within a second or two. */
const attempts = 40;
const againAfterMs = 250;

export const settings = JSON.parse(process.env.SOAK_SETTINGS ?? '{}');
export const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One call, repeated while no coordinator answers. Answers its exit code and its document. */
export function signalbox(...args) {
  for (let attempt = 1; ; attempt += 1) {
    const { status, stdout, stderr } = spawnSync(process.env.SOAK_SIGNALBOX, [...args, '--json'], {
      encoding: 'utf8',
    });
    const isAway = status === exits.noCoordinator || status === exits.storage;
    if (!isAway || attempt === attempts) {
      if (status !== 0 && status !== exits.nothingToDo) process.stderr.write(`${args.join(' ')}: ${stderr}`);
      return { status, value: stdout === '' ? null : JSON.parse(stdout) };
    }
    pause(againAfterMs);
  }
}

/**
 * Works on a lease that was taken. A refusal ends the work: somebody else has the lease, or it is ended already.
 * @param lease its view
 * @param calls how its calls name it
 * @param die what ends this worker without a word
 */
export function work({ id, epoch_counter, continuation }, calls, die) {
  const { end, workMs } = fateOf(id, epoch_counter, settings);
  if (signalbox('turn', ...calls).status !== 0) return;
  pause(workMs);
  if (end === 'die') die();
  // A chain is handed over once at most, so that it ends.
  if (end === 'checkpoint' && continuation === 0) signalbox('checkpoint', '--summary', 'half done', ...calls);
  else signalbox('complete', '--summary', 'done', ...calls);
}
