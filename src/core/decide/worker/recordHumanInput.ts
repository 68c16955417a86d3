import type { Acknowledged } from '../../model/lease.ts';
import type { HumanInput, SourceTask } from '../../model/snapshot.ts';
import type { TaskFacts, TaskRecord } from '../../model/task.ts';
import { workspaceSource } from '../../model/workspace.ts';
import { decisionsOf } from '../decisionsOf.ts';
import type { Draft } from '../draft.ts';
import { taskOf } from '../taskOf.ts';
import { judgeTask } from '../tick/judgeTask.ts';
import { observeTask } from '../workspaceTask.ts';

/** Stores what a reconcile found: new decisions, and the task as it stands (T2). Answers whether the task is gated now. */
export function recordHumanInput(draft: Draft, lease: Acknowledged, found: HumanInput): boolean {
  const task = taskOf(draft.state, lease);
  if (found.task !== undefined && task.facts.source !== workspaceSource) observeNow(draft, task, found.task);
  for (const { external_id: externalId, value } of found.decisions) {
    if (isKnown(draft, lease, externalId)) continue;
    const decisionId = draft.context.newId('decision');
    const { revision } = taskOf(draft.state, lease);
    const { id: leaseId, taskId } = lease;
    const data = { decisionId, taskId, value, revision, externalId, questionId: null };
    draft.emit('DecisionRecorded', data, { leaseId });
  }
  return judgeTask(draft, task.facts.id);
}

const isKnown = (draft: Draft, { taskId }: Acknowledged, externalId: string): boolean =>
  decisionsOf(draft.state, taskId).some((decision) => decision.externalId === externalId);

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
