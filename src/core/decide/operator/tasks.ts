import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf, TaskAnswer } from '../../commands.ts';
import { liveLeaseOf, newestLeaseOf } from '../../liveLeaseOf.ts';
import type { TaskId } from '../../model/ids.ts';
import type { LiveLease } from '../../model/lease.ts';
import type { TaskRecord } from '../../model/task.ts';
import { workspaceSource } from '../../model/workspace.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { revisionOf } from '../../rules/revision.ts';
import type { Draft } from '../draft.ts';
import { stopLease } from '../endLease.ts';
import { inQueue } from '../queueOrder.ts';
import { taskOf } from '../taskOf.ts';
import { judgeTask } from '../tick/judgeTask.ts';
import { leaseNow } from '../worker/finish.ts';
import { invalid } from '../worker/params.ts';
import { observeTask, settlePlan } from '../workspaceTask.ts';

export function taskNamed(draft: Draft, id: string): Result<TaskRecord, Rejection> {
  const task =
    draft.state.tasks.get(id as TaskId) ?? draft.state.tasks.get(`${workspaceSource}/${id}` as TaskId);
  if (task !== undefined) return ok(task);
  return err(
    reject('not_found', 'There is no such task.', 'List what there is: signalbox task list.', { task: id }),
  );
}

export const taskAnswer = (draft: Draft, id: TaskId): TaskAnswer => ({
  task: taskOf(draft.state, { taskId: id }),
  lease: newestLeaseOf(draft.state, id),
});

/** Stops every unfinished lease of the task; holds until a re-open, whatever its source says (C5). */
export function cancelTask(
  draft: Draft,
  params: CommandOf<'task.cancel'>['params'],
): Result<Answers['task.cancel'], Rejection> {
  const found = taskNamed(draft, params.task);
  if (!found.ok) return found;
  const { facts } = found.value;
  if (!found.value.cancelledByOperator) draft.emit('TaskCancelled', { taskId: facts.id });
  const live = liveLeaseOf(draft.state, facts.id);
  if (live !== undefined) stopLease(draft, live, 'cancelled');
  if (facts.source === workspaceSource && facts.plan !== null) settlePlan(draft, facts.plan, facts.repo);
  return ok(taskAnswer(draft, facts.id));
}

/** Makes a task new work again: a new generation, and no spell outside `todo` is needed (C5). */
export function reopenTask(
  draft: Draft,
  params: CommandOf<'task.reopen'>['params'],
): Result<Answers['task.reopen'], Rejection> {
  const found = taskNamed(draft, params.task);
  if (!found.ok) return found;
  const { facts, generation } = found.value;
  const live = liveLeaseOf(draft.state, facts.id);
  if (live !== undefined) {
    const state = { task: facts.id, lease: live.id, state: live.state };
    return err(
      reject('invalid_state', 'The task has a lease that is not ended.', 'Stop that lease first.', state),
    );
  }
  draft.emit('TaskReopened', { taskId: facts.id, revision: revisionOf(facts, generation + 1) });
  if (facts.source === workspaceSource) observeTask(draft, { ...facts, status: 'todo' });
  return ok(taskAnswer(draft, facts.id));
}

/** The title gate no longer counts for this task: a new revision, as with every cleared gate (C15). */
export function clearGate(
  draft: Draft,
  params: CommandOf<'task.clear_gate'>['params'],
): Result<Answers['task.clear_gate'], Rejection> {
  const found = taskNamed(draft, params.task);
  if (!found.ok) return found;
  const { facts, gates, titleGateCleared } = found.value;
  if (titleGateCleared || !gates.includes('secret_title')) {
    const next =
      gates[0] === undefined
        ? 'Nothing is needed.'
        : `Clear ${gates[0]} where the task comes from, or in the settings.`;
    const what = 'The task has no title gate to clear.';
    return err(reject('invalid_state', what, next, { task: facts.id, gate: gates[0] ?? null }));
  }
  draft.emit('TitleGateCleared', { taskId: facts.id });
  judgeTask(draft, facts.id);
  return ok(taskAnswer(draft, facts.id));
}

/** Moves a queued lease before another task's, or to the end (C6). */
export function reorderTask(
  draft: Draft,
  params: CommandOf<'task.reorder'>['params'],
): Result<Answers['task.reorder'], Rejection> {
  const moved = queuedLease(draft, params.task);
  if (!moved.ok) return moved;
  const others = inQueue(draft.state).filter((lease) => lease.id !== moved.value.id);
  const before = params.before === null ? ok(null) : queuedLease(draft, params.before);
  if (!before.ok) return before;
  if (before.value?.id === moved.value.id) return invalid('before', 'another task than the one that moves');
  moveBefore(draft, others, moved.value, before.value);
  return ok({ lease: leaseNow(draft, moved.value.id) });
}

function queuedLease(draft: Draft, id: string): Result<LiveLease, Rejection> {
  const task = taskNamed(draft, id);
  if (!task.ok) return task;
  const lease = liveLeaseOf(draft.state, task.value.facts.id);
  if (lease?.state === 'pending' || lease?.state === 'waiting') return ok(lease);
  const facts = { task: task.value.facts.id, state: lease?.state ?? null };
  return err(
    reject('invalid_state', 'The task has no lease in the queue.', 'Only queued ones can be moved.', facts),
  );
}

/** To a rank between its new neighbours, so that nobody else moves; where none is left, all behind it move up too. */
function moveBefore(
  draft: Draft,
  others: readonly LiveLease[],
  moved: LiveLease,
  before: LiveLease | null,
): void {
  const index = before === null ? others.length : others.findIndex(({ id }) => id === before.id);
  const from = others[index - 1]?.rank ?? draft.state.firstRank - 2;
  const to = before?.rank ?? draft.state.lastRank + 2;
  const rank = (from + to) / 2;
  if (from < rank && rank < to) return draft.emit('LeaseMoved', { leaseId: moved.id, rank });
  for (const { id } of [moved, ...others.slice(index)]) {
    draft.emit('LeaseMoved', { leaseId: id, rank: draft.state.lastRank + 1 });
  }
}
