import type { SqlValue } from 'sql.js';
import { isLive, type Lease, workerOf, isActive } from '../../../core/model/lease.ts';
import type { Decision, Question, Receipt, RequestRecord } from '../../../core/model/records.ts';
import type { TaskRecord, Trigger } from '../../../core/model/task.ts';

/** A row by its columns. */
export type Row = Readonly<Record<string, SqlValue>>;

export const taskRow = ({ facts, ...task }: TaskRecord): Row => ({
  id: facts.id,
  source: facts.source,
  external_id: facts.externalId,
  kind: facts.kind,
  title: facts.title,
  status: facts.status,
  plan_id: facts.plan,
  repo: facts.repo,
  to_worker: facts.toWorker,
  gates: JSON.stringify(task.gates),
  revision: task.revision,
  generation: task.generation,
  is_cancelled: Number(task.cancelledByOperator),
  created_at: task.createdAt,
});

/** @param acknowledgedAt of its last acknowledgement, which an ended lease no longer carries */
export const leaseRow = (lease: Lease, acknowledgedAt: number | null): Row => ({
  id: lease.id,
  trigger_id: lease.triggerId,
  source: lease.source,
  source_id: lease.sourceId,
  task_id: lease.taskId,
  repo: lease.repo,
  ...holderColumns(lease),
  state: lease.state,
  reason: 'reason' in lease ? lease.reason : null,
  gate: lease.state === 'stopped' ? lease.gate : null,
  attempt: lease.attempt,
  parent: lease.parent,
  next: isLive(lease) ? null : lease.next,
  continuation: lease.continuation,
  message_id: lease.messageId,
  endpoint_id: lease.transport?.endpointId ?? null,
  transport_state: lease.transport?.state ?? null,
  checkpoint: isLive(lease) || lease.checkpoint === null ? null : JSON.stringify(lease.checkpoint),
  created_at: lease.createdAt,
  due_at: lease.state === 'backoff' ? lease.dueAt : null,
  deadline_at: 'deadlineAt' in lease ? lease.deadlineAt : null,
  acknowledged_at: acknowledgedAt,
  ended_at: isLive(lease) ? null : lease.endedAt,
});

/** Who has it or had it last: a worker, or a person. */
function holderColumns(lease: Lease): Row {
  const holder = 'holder' in lease ? lease.holder : null;
  if (holder?.kind === 'operator') return { worker: null, operator: holder.name };
  if (holder !== null) return { worker: holder.worker, operator: null };
  return { worker: isActive(lease) ? workerOf(lease) : lease.lastWorker, operator: null };
}

export const triggerRow = (trigger: Trigger): Row => ({
  id: trigger.id,
  task_id: trigger.taskId,
  revision: trigger.revision,
  is_consumed: Number(trigger.isConsumed),
  lost: trigger.lost,
});

export const questionRow = (question: Question): Row => ({
  id: question.id,
  task_id: question.taskId,
  lease_id: question.leaseId,
  text: question.text,
  options: JSON.stringify(question.options),
  is_free_text: Number(question.freeText),
  state: question.state,
  decision_id: question.decisionId,
  asked_at: question.askedAt,
});

export const decisionRow = (decision: Decision): Row => ({
  id: decision.id,
  task_id: decision.taskId,
  value: decision.value,
  revision: decision.revision,
  question_id: decision.questionId,
  external_id: decision.externalId,
  is_voided: Number(decision.isVoided),
  recorded_at: decision.recordedAt,
  delivered_at: decision.deliveredAt,
  shown_at: decision.shownAt,
});

export const receiptRow = (receipt: Receipt): Row => ({
  id: receipt.id,
  lease_id: receipt.leaseId,
  trigger_id: receipt.triggerId,
  source: receipt.source,
  external_id: receipt.externalId,
  repo: receipt.repo,
  state: receipt.state,
  reason: receipt.reason,
  attempt: receipt.attempt,
  transport_state: receipt.transportState,
  at: receipt.at,
});

export const requestRow = (request: RequestRecord): Row => ({
  key: request.key,
  request_id: request.requestId,
  digest: request.digest,
  answer: request.answer === undefined ? null : JSON.stringify(request.answer),
  at: request.at,
});
