import { ok, type Result } from '../../base/result.ts';
import type { Answers, CommandOf } from '../commands.ts';
import { dueChains } from '../dueChains.ts';
import { known } from '../evolve/known.ts';
import type { LeaseId, QuestionId } from '../model/ids.ts';
import type { ClosedLease } from '../model/lease.ts';
import type { State } from '../model/state.ts';
import type { Rejection } from '../rejection.ts';
import type { Draft } from './draft.ts';
import { taskOf } from './taskOf.ts';

/** Marks chains whose time is up, whole ones only; the store then moves their events (retention). */
export function archive(
  draft: Draft,
  { limit }: CommandOf<'archive'>['params'],
): Result<Answers['archive'], Rejection> {
  const due = dueChains(draft.state, draft.now);
  const taken = due.slice(0, limit);
  if (taken.length > 0) {
    const questions = questionsByLease(draft.state);
    for (const lease of taken.flat()) mark(draft, lease, questions.get(lease.id) ?? []);
  }
  return ok({ archived: taken.length, left: due.length - taken.length });
}

function mark(draft: Draft, lease: ClosedLease, questionIds: readonly QuestionId[]): void {
  const { state } = draft;
  draft.emit('LeaseArchived', {
    leaseId: lease.id,
    taskId: lease.taskId,
    source: lease.source,
    revision: lease.revision,
    state: lease.state,
    reason: lease.state === 'stopped' ? lease.reason : null,
    endedAt: lease.endedAt,
    trigger: known(state.triggers.get(lease.triggerId), 'trigger', lease.triggerId),
    newest: known(state.lastByTask.get(lease.taskId), 'newest lease of task', lease.taskId),
    needsSpell: taskOf(state, lease).needsSpell,
    questionIds,
    lastEpoch: state.epoch,
    firstRank: state.firstRank,
    lastRank: state.lastRank,
  });
}

function questionsByLease(state: State): ReadonlyMap<LeaseId, readonly QuestionId[]> {
  const found = new Map<LeaseId, QuestionId[]>();
  for (const { id, leaseId } of state.questions.values()) {
    found.set(leaseId, [...(found.get(leaseId) ?? []), id]);
  }
  return found;
}
