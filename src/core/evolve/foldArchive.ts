import type { EventType, RegisterEventOf } from '../events.ts';
import type { MutableState } from '../model/state.ts';
import { retentionMs } from '../rules/retention.ts';
import { revisionKey } from '../rules/revision.ts';
import { forgetRequests } from './forgetRequests.ts';
import { known } from './known.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

/**
 * The lease leaves; what it did to anything else is set as it stands. So the fold of what is left in the register comes
 * to the same state as that of all its events.
 */
const LeaseArchived: Fold<'LeaseArchived'> = (state, { at, data }) => {
  const { leaseId, taskId, trigger, source } = data;
  state.closed.delete(leaseId);
  for (const id of data.questionIds) state.questions.delete(id);
  state.triggers.set(trigger.id, trigger);
  if (source === 'task' || source === 'message')
    state.triggersByRevision.set(revisionKey(taskId, data.revision), trigger.id);
  state.lastByTask.set(taskId, data.newest);
  const task = known(state.tasks.get(taskId), 'task', taskId);
  state.tasks.set(taskId, { ...task, needsSpell: data.needsSpell });
  state.epoch = data.lastEpoch;
  state.firstRank = data.firstRank;
  state.lastRank = data.lastRank;
  forgetRequests(state, at);
  forgetIdleness(state, at - retentionMs);
};

/** Who has been idle for as long as retention is as if it never had a lease; a record that says nothing goes. */
function forgetIdleness(state: MutableState, idleBy: number): void {
  for (const worker of [...state.workers.values()]) {
    if (worker.idleSinceAt > idleBy) continue;
    const { id, registeredRepos, isSkipped } = worker;
    if (registeredRepos === null && !isSkipped) state.workers.delete(id);
    else state.workers.set(id, { ...worker, idleSinceAt: 0 });
  }
  for (const scope of [...state.scopes.values()]) {
    const { repo, isPaused, takenBy, draining, reservedFor } = scope;
    if (!isPaused && takenBy === null && draining === null && reservedFor === null) state.scopes.delete(repo);
  }
}

/** Folds of retention. */
export const foldArchive = { LeaseArchived } satisfies { [T in EventType]?: Fold<T> };
