import { workerRecord } from '../core/evolve/leaseIndex.ts';
import type { WorkerId } from '../core/model/ids.ts';
import type { LiveLease, ProcessRef } from '../core/model/lease.ts';
import type { State } from '../core/model/state.ts';
import type { Presence } from './ports.ts';

/** Whether a worker's process lives; `unknown`: none is known, or nobody can look (C13). */
export type WorkerPresence = 'present' | 'absent' | 'unknown';

/** The lease that occupies a worker. */
export function leaseOfWorker(state: State, id: WorkerId): LiveLease | undefined {
  const leaseId = state.activeByWorker.get(id);
  return leaseId === undefined ? undefined : state.live.get(leaseId);
}

/** The process that a worker works in: its lease's holder, else the one that it registered from. */
export function processOfWorker(state: State, id: WorkerId): ProcessRef | null {
  const lease = leaseOfWorker(state, id);
  const holder = lease?.state === 'acknowledged' && lease.holder.kind === 'worker' ? lease.holder : null;
  return holder?.process ?? workerRecord(state, id).process;
}

export function presenceOf(process: ProcessRef | null, look: Presence['look']): WorkerPresence {
  if (process === null) return 'unknown';
  const life = look(process);
  if (life === 'unknown') return 'unknown';
  return life === 'alive' ? 'present' : 'absent';
}

/** How a worker is, and what to do about it; `next` empty: nothing. */
export interface WorkerHealth {
  readonly isIll: boolean;
  readonly reason: string;
  readonly next: string;
}

/** Present or absent, free or busy, quiet, or skipped because it left its offers unanswered (C11, C13). */
export function workerHealth(state: State, id: WorkerId, look: Presence['look']): WorkerHealth {
  const lease = leaseOfWorker(state, id);
  const process = processOfWorker(state, id);
  const presence = presenceOf(process, look);
  const where = presence === 'unknown' ? '' : `; its process ${String(process?.pid)} ${lives(presence)}`;
  if (workerRecord(state, id).isSkipped) {
    const next = 'Look at its terminal; any call of it ends this, or send the lease again: signalbox send.';
    return { isIll: true, reason: `skipped: it left its offers unanswered (no_answer)${where}`, next };
  }
  if (lease?.state !== 'acknowledged') {
    const what = lease === undefined ? 'free' : `was offered lease ${lease.id}`;
    return { isIll: false, reason: `${what}${where}`, next: '' };
  }
  if (presence === 'absent') {
    const until =
      lease.frozenAt === null
        ? `until ${new Date(lease.deadlineAt).toISOString()}`
        : 'as long as its question is open';
    const next = `Start it again and let it call signalbox next --worker ${id}, or stop the lease: signalbox stop ${lease.id}.`;
    return { isIll: true, reason: `absent${where}; it keeps lease ${lease.id} ${until}`, next };
  }
  if (lease.isQuiet) {
    const next = `Look at its terminal; if it hangs: signalbox stop ${lease.id}.`;
    return { isIll: true, reason: `quiet: no call on lease ${lease.id} within its time${where}`, next };
  }
  return { isIll: false, reason: `works on lease ${lease.id}${where}`, next: '' };
}

const lives = (presence: 'present' | 'absent'): string => (presence === 'present' ? 'lives' : 'has ended');
