import type { Pending, Waiting } from '../model/lease.ts';
import type { State } from '../model/state.ts';

/** Leases that wait or queue, in their order of service: smaller rank first, then first created (C6). */
export const inQueue = (state: State): (Waiting | Pending)[] =>
  [...state.live.values()]
    .filter((lease) => lease.state === 'waiting' || lease.state === 'pending')
    .sort((a, b) => a.rank - b.rank);
