import type { LiveLease } from '../core/model/lease.ts';
import type { State } from '../core/model/state.ts';

/** The next instant at which time alone changes something, null if nothing waits for time (C4). */
export function nextDeadline(state: State, now: number): number | null {
  let earliestAt = Infinity;
  for (const lease of state.live.values()) earliestAt = Math.min(earliestAt, deadlineOf(lease, now));
  for (const { draining } of state.scopes.values()) {
    if (draining !== null && !draining.hasProcess) earliestAt = Math.min(earliestAt, draining.deadlineAt);
  }
  return earliestAt === Infinity ? null : earliestAt;
}

function deadlineOf(lease: LiveLease, now: number): number {
  switch (lease.state) {
    case 'offered':
      return lease.deadlineAt;
    case 'backoff':
      return lease.dueAt;
    case 'acknowledged':
      // A quiet holder is looked at by the ordinary ticks; its deadline is past and would never stop firing.
      return lease.frozenAt === null && !lease.isQuiet ? lease.deadlineAt : Infinity;
    case 'pending':
      return lease.preferred !== null && lease.preferred.untilAt > now ? lease.preferred.untilAt : Infinity;
    case 'waiting':
      return Infinity;
  }
}
