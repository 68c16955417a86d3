import { liveLeaseOf } from '../../liveLeaseOf.ts';
import type { TaskId } from '../../model/ids.ts';
import { judgeGates } from '../../rules/gates.ts';
import { revisionOf } from '../../rules/revision.ts';
import type { Draft } from '../draft.ts';
import { stopLease } from '../endLease.ts';
import { taskOf } from '../taskOf.ts';

/**
 * Judges one task's gates (C15): a new gate voids its decisions (T8), a cleared one makes a new revision (C5), and while
 * there is one no lease of the task goes on. Answers whether it is gated.
 */
export function judgeTask(draft: Draft, id: TaskId): boolean {
  const task = taskOf(draft.state, { taskId: id });
  const now = judgeGates(task.facts, task.titleGateCleared, draft.context.settings.allow);
  for (const gate of now) if (!task.gates.includes(gate)) raise(draft, id, gate);
  let { generation } = task;
  for (const gate of task.gates) {
    if (now.includes(gate)) continue;
    generation += 1;
    draft.emit('GateCleared', { taskId: id, gate, revision: revisionOf(task.facts, generation) });
  }
  const [gate] = now;
  if (gate === undefined) return false;
  const live = liveLeaseOf(draft.state, id);
  if (live !== undefined) stopLease(draft, live, 'gated', { gate });
  return true;
}

function raise(draft: Draft, taskId: TaskId, gate: ReturnType<typeof judgeGates>[number]): void {
  draft.emit('GateRaised', { taskId, gate });
  const ids = draft.state.decisionsByTask.get(taskId) ?? [];
  const decisionIds = ids.filter((id) => draft.state.decisions.get(id)?.isVoided === false);
  if (decisionIds.length > 0) draft.emit('DecisionsVoided', { taskId, decisionIds });
}
