import os from 'node:os';
import { type SharedFileSystem, sharedNext, sharedWarning } from '../files/sharedFileSystem.ts';
import type { HealthRow, WriterView } from '../protocol/views.ts';
import type { ServerFacts } from '../ipc/server.ts';
import type { DiskSpace } from './freeSpace.ts';
import type { ClockFacts } from './heartbeat.ts';
import type { Vitals } from './vitals.ts';

const mib = 1024 * 1024;
const gib = 1024 * mib;
/** A loop that is busy for longer keeps workers' calls waiting. */
const slowLoopMs = 1000;
/** A clock that was set is worth a look for so long. */
const clockShownMs = 10 * 60_000;

/** The host's rows on its own process and machine: process, clocks, clients, disk, a shared file system. */
export async function vitalRows(vitals: Vitals, term: number, now: number): Promise<HealthRow[]> {
  const clocks = vitals.clocks();
  return [
    processRow(writerView(vitals, term), clocks),
    clockRow(clocks, now),
    clientRow(vitals.clients()),
    await diskRow(vitals.disk),
    ...(vitals.sharedOn === null ? [] : [sharedRow(vitals.sharedOn)]),
  ];
}

export const writerView = ({ since, runsIn }: Vitals, term: number): WriterView => ({
  runs_in: runsIn,
  pid: process.pid,
  host: os.hostname(),
  term,
  since,
});

const places: Readonly<Record<WriterView['runs_in'], string>> = {
  window: 'a window of VS Code',
  serve: 'signalbox serve',
};

type Judged = Pick<HealthRow, 'level' | 'reason' | 'next'>;

const well = (reason: string): Judged => ({ level: 'ok', reason, next: null });

const row = (group: HealthRow['group'], name: string, judged: Judged): HealthRow => ({
  id: `${group}:${name}`,
  group,
  name,
  ...judged,
});

function processRow({ runs_in, pid, term, since }: WriterView, { loopDelayMs }: ClockFacts): HealthRow {
  const facts = `${places[runs_in]}, pid ${String(pid)}, term ${String(term)}, since ${instant(since)}`;
  const reason = `${facts}; its loop was ${String(loopDelayMs)} ms late at most in the last minute`;
  const next = 'Look at what keeps this machine busy; calls of workers wait meanwhile.';
  return row(
    'coordinator',
    'process',
    loopDelayMs < slowLoopMs ? well(reason) : { level: 'warn', reason, next },
  );
}

function clockRow({ lastAbsence, lastSetBack }: ClockFacts, now: number): HealthRow {
  const absence =
    lastAbsence === null
      ? 'no absence seen'
      : `last absence ${seconds(lastAbsence.ms)} until ${instant(lastAbsence.at)}: held leases were given that time`;
  if (lastSetBack === null || Math.abs(now - lastSetBack.at) > clockShownMs)
    return row('coordinator', 'clock', well(absence));
  return row('coordinator', 'clock', {
    level: 'warn',
    reason: `the clock was set back by ${seconds(lastSetBack.ms)} at ${instant(lastSetBack.at)}; ${absence}`,
    next: 'See that the time of this machine is right: until then offers and waits last longer.',
  });
}

function clientRow({ connected, limit, cutOff, turnedAway }: ServerFacts): HealthRow {
  const counts = `${String(connected)} of at most ${String(limit)} connected`;
  const parts = [
    ...(cutOff === 0 ? [] : [`${String(cutOff)} cut off because they read too slowly`]),
    ...(turnedAway === 0 ? [] : [`${String(turnedAway)} turned away`]),
  ];
  const reason = [counts, ...parts].join('; ');
  const next = 'Close windows and scripts that are not needed; a coordinator that starts anew counts anew.';
  // One that was cut off resumes by itself; only a full house keeps anybody out.
  return row(
    'ipc',
    'clients',
    turnedAway === 0 && connected < limit ? well(reason) : { level: 'warn', reason, next },
  );
}

async function diskRow(disk: Vitals['disk']): Promise<HealthRow> {
  try {
    return row('store', 'disk', judgeSpace(await disk()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const next = 'See that the disk with .signalbox/state answers.';
    return row('store', 'disk', { level: 'warn', reason: `its room can't be told: ${why}`, next });
  }
}

const sharedRow = (shared: SharedFileSystem): HealthRow =>
  row('store', 'file system', { level: 'warn', reason: sharedWarning(shared), next: sharedNext });

/** Little: under 1 GiB, or under 5 % as long as that is no more than 5 GiB. */
function judgeSpace({ free, total }: DiskSpace): Judged {
  const reason = `${size(free)} of ${size(total)} free`;
  const next = 'Make room on the disk with .signalbox/state: a write that fails stops the coordinator.';
  if (free < 64 * mib) return { level: 'error', reason, next };
  return free < Math.min(Math.max(gib, total / 20), 5 * gib) ? { level: 'warn', reason, next } : well(reason);
}

const size = (bytes: number): string =>
  bytes < gib ? `${(bytes / mib).toFixed(0)} MiB` : `${(bytes / gib).toFixed(1)} GiB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
const instant = (at: number): string => new Date(at).toISOString();
