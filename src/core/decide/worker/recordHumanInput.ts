import type { Acknowledged } from '../../model/lease.ts';
import type { HumanInput, SourceTask } from '../../model/snapshot.ts';
import type { TaskFacts, TaskRecord } from '../../model/task.ts';
import { workspaceSource } from '../../model/workspace.ts';
import type { Draft } from '../draft.ts';
import { judgeTask } from '../tick/judgeTask.ts';
import { observeTask } from '../workspaceTask.ts';

/** Stores what a reconcile found: new decisions, and the task as it stands (T2). Answers whether the task is gated now. */
export function recordHumanInput(draft: Draft, lease: Acknowledged, found: HumanInput): boolean {
  const task = draft.state.tasks.get(lease.taskId);
  if (task === undefined) throw new Error(`task ${lease.taskId} is not in the register`);
  if (found.task !== undefined && task.facts.source !== workspaceSource) observeNow(draft, task, found.task);
  for (const { external_id: externalId, value } of found.decisions) {
    if (isKnown(draft, task, externalId)) continue;
    draft.emit('DecisionRecorded', {
      decisionId: draft.context.newId('decision'),
      taskId: task.facts.id,
      value,
      revision: draft.state.tasks.get(task.facts.id)?.revision ?? task.revision,
      externalId,
      questionId: null,
    });
  }
  return judgeTask(draft, task.facts.id);
}

function isKnown(draft: Draft, task: TaskRecord, externalId: string): boolean {
  const ids = draft.state.decisionsByTask.get(task.facts.id) ?? [];
  return ids.some((id) => draft.state.decisions.get(id)?.externalId === externalId);
}

/** Only what a person may have changed; plan and repo are the snapshot's to say. */
function observeNow(draft: Draft, { facts }: TaskRecord, seen: SourceTask): void {
  const now: TaskFacts = {
    ...facts,
    title: facts.kind === 'message' ? facts.title : seen.title,
    status: facts.kind === 'message' ? facts.status : seen.status,
    needsHuman: seen.needs_human ?? false,
    interventionNote: seen.intervention_note ?? '',
    blockingReason: seen.blocking_reason ?? '',
    actionClasses: seen.action_classes ?? [],
  };
  if (JSON.stringify(now) !== JSON.stringify(facts)) observeTask(draft, now);
}
