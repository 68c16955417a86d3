import type { LiveLease } from '../core/model/lease.ts';
import type { State } from '../core/model/state.ts';

/**
 * The next instant at which time alone changes something, null if nothing waits for time (C4).
 *
 * @param judgedAt when a tick last judged them all: an earlier one that still stands could not be settled then, by a
 *   failing source or a paused scope say, and would be due for ever
 */
export function nextDeadline(state: State, judgedAt: number): number | null {
  let earliestAt = Infinity;
  const consider = (at: number | null): void => {
    if (at !== null && at > judgedAt) earliestAt = Math.min(earliestAt, at);
  };
  for (const lease of state.live.values()) consider(deadlineOf(lease));
  for (const { draining } of state.scopes.values()) {
    if (draining !== null && !draining.hasProcess) consider(draining.deadlineAt);
  }
  return earliestAt === Infinity ? null : earliestAt;
}

function deadlineOf(lease: LiveLease): number | null {
  switch (lease.state) {
    case 'offered':
      return lease.deadlineAt;
    case 'backoff':
      return lease.dueAt;
    case 'acknowledged':
      return lease.frozenAt === null ? lease.deadlineAt : null;
    case 'pending':
      return lease.preferred?.untilAt ?? null;
    case 'waiting':
      return null;
  }
}
