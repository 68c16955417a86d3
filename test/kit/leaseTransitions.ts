import assert from 'node:assert/strict';
import type { RegisterEvent } from '../../src/core/events.ts';
import type { LeaseId } from '../../src/core/model/ids.ts';
import type { LeaseState } from '../../src/core/model/lease.ts';
import type { State } from '../../src/core/model/state.ts';

/** Behaviour 2's table: where a lease may go from each state; a new one begins as `waiting`. */
export const transitions: Readonly<Record<LeaseState, readonly LeaseState[]>> = {
  waiting: ['pending', 'stopped'],
  pending: ['offered', 'acknowledged', 'waiting', 'stopped'],
  offered: ['acknowledged', 'backoff', 'pending', 'stopped'],
  backoff: ['offered', 'acknowledged', 'pending', 'stopped'],
  acknowledged: ['completed', 'checkpointed', 'stopped'],
  completed: [],
  checkpointed: [],
  stopped: [],
};

const stateOf = (state: State, id: LeaseId): LeaseState | undefined =>
  (state.live.get(id) ?? state.closed.get(id))?.state;

/** Folds an event by `fold` and fails if its lease moves in a way that the table does not know. */
export function checkTransition(state: State, event: RegisterEvent, fold: () => void): void {
  const id = 'leaseId' in event.data ? event.data.leaseId : null;
  const before = id === null ? undefined : stateOf(state, id);
  fold();
  if (id === null) return;
  const after = stateOf(state, id);
  if (event.type === 'LeaseCreated') return assert.deepEqual([before, after], [undefined, 'waiting']);
  if (event.type === 'LeaseArchived') {
    assert.ok(
      before !== undefined && transitions[before].length === 0,
      `${event.type} of a lease that is not final`,
    );
    return assert.equal(after, undefined);
  }
  assert.ok(before !== undefined && after !== undefined, `${event.type} names no lease`);
  if (before !== after)
    assert.ok(transitions[before].includes(after), `${event.type}: ${before} -> ${after}`);
}
