/** From the core's words to the wire's, pure. No epoch passes here but in `grantView` (views.ts). */
import type { Grant } from '../core/commands.ts';
import type { EndedNotice } from '../core/model/lease.ts';
import type { Holder, Lease, Pending } from '../core/model/lease.ts';
import type { Decision, Question, Receipt, ScopeRecord } from '../core/model/records.ts';
import type { TaskRecord } from '../core/model/task.ts';
import type {
  DecisionView,
  EndedNoticeView,
  GrantView,
  LeaseView,
  QuestionView,
  ReceiptView,
  ScopeView,
  TaskView,
} from './views.ts';

/** The counter of `<counter>.<random>` (C12); null when there is none. */
export function epochCounter(epoch: string | null): number | null {
  const counter = epoch === null ? NaN : Number.parseInt(epoch, 10);
  return Number.isSafeInteger(counter) ? counter : null;
}

type ByState = Pick<
  LeaseView,
  | 'worker'
  | 'operator'
  | 'reason'
  | 'detail'
  | 'gate'
  | 'epoch_counter'
  | 'due_at'
  | 'deadline_at'
  | 'acknowledged_at'
  | 'ended_at'
  | 'next'
>;

const nothing: ByState = {
  worker: null,
  operator: null,
  reason: null,
  detail: null,
  gate: null,
  epoch_counter: null,
  due_at: null,
  deadline_at: null,
  acknowledged_at: null,
  ended_at: null,
  next: null,
};

function holderView(holder: Holder | null): Pick<LeaseView, 'worker' | 'operator'> {
  if (holder === null) return { worker: null, operator: null };
  return holder.kind === 'worker'
    ? { worker: holder.worker, operator: null }
    : { worker: null, operator: holder.name };
}

function acknowledgedReason(lease: Extract<Lease, { state: 'acknowledged' }>): string | null {
  if (lease.isQuiet) return 'quiet';
  return lease.frozenAt === null ? null : 'question_open';
}

/** Behind another lease the detail is its id, which is looked up now: the register keeps the repo (C6). */
function pendingDetail({ id, reason, detail }: Pending, scopeHolder: string | null): string {
  return reason === 'scope_taken' && scopeHolder !== null && scopeHolder !== id ? scopeHolder : detail;
}

function byState(lease: Lease, scopeHolder: string | null): ByState {
  switch (lease.state) {
    case 'waiting':
      return {
        ...nothing,
        reason: lease.reason,
        detail: lease.detail,
      };
    case 'pending':
      return { ...nothing, reason: lease.reason, detail: pendingDetail(lease, scopeHolder) };
    case 'offered':
      return {
        ...nothing,
        worker: lease.worker,
        detail: lease.transport.reason,
        deadline_at: lease.deadlineAt,
      };
    case 'backoff':
      return {
        ...nothing,
        worker: lease.worker,
        reason: lease.reason,
        detail: lease.transport?.reason ?? null,
        due_at: lease.dueAt,
      };
    case 'acknowledged':
      return {
        ...nothing,
        ...holderView(lease.holder),
        reason: acknowledgedReason(lease),
        epoch_counter: epochCounter(lease.epoch),
        deadline_at: lease.frozenAt === null ? lease.deadlineAt : null,
        acknowledged_at: lease.acknowledgedAt,
      };
    case 'completed':
    case 'checkpointed':
    case 'stopped':
      return {
        ...nothing,
        ...holderView(lease.holder),
        ...(lease.state === 'stopped' ? { reason: lease.reason, gate: lease.gate } : {}),
        epoch_counter: epochCounter(lease.epoch),
        ended_at: lease.endedAt,
        next: lease.next,
      };
  }
}

/**
 * @param title of the lease's task.
 * @param scopeHolder id of the lease that has its repo; null: none has.
 */
export const leaseView = (lease: Lease, title: string, scopeHolder: string | null): LeaseView => ({
  id: lease.id,
  trigger_id: lease.triggerId,
  source: lease.source,
  source_id: lease.sourceId,
  task_id: lease.taskId,
  repo: lease.repo,
  state: lease.state,
  attempt: lease.attempt,
  transport:
    lease.transport === null
      ? null
      : {
          endpoint_id: lease.transport.endpointId,
          message_id: lease.messageId,
          state: lease.transport.state,
          reason: lease.transport.reason,
        },
  created_at: lease.createdAt,
  parent: lease.parent,
  title,
  question_open: lease.openQuestions.length > 0,
  continuation: lease.continuation,
  rank: lease.rank,
  ...byState(lease, scopeHolder),
});

export const decisionView = (decision: Decision): DecisionView => ({
  id: decision.id,
  task_id: decision.taskId,
  value: decision.value,
  revision: decision.revision,
  recorded_at: decision.recordedAt,
  delivered_at: decision.deliveredAt,
  shown_at: decision.shownAt,
  voided: decision.isVoided,
  question_id: decision.questionId,
});

/** @param title of the question's task. */
export const questionView = (question: Question, title: string): QuestionView => ({
  id: question.id,
  task_id: question.taskId,
  lease_id: question.leaseId,
  text: question.text,
  options: question.options,
  free_text: question.freeText,
  asked_at: question.askedAt,
  state: question.state,
  decision_id: question.decisionId,
  title,
});

/**
 * @param lease the task's newest; null: it never had one.
 * @param forPerson true on the operator surface: the gates' texts are for a person (C15).
 */
export const taskView = (record: TaskRecord, lease: Lease | null, forPerson: boolean): TaskView => ({
  id: record.facts.id,
  source: record.facts.source,
  external_id: record.facts.externalId,
  kind: record.facts.kind,
  title: record.facts.title,
  status: record.facts.status,
  plan: record.facts.plan,
  repo: record.facts.repo,
  to_worker: record.facts.toWorker,
  gates: record.gates,
  action_classes: record.facts.actionClasses,
  notes: forPerson
    ? {
        intervention_note: record.facts.interventionNote,
        blocking_reason: record.facts.blockingReason,
      }
    : null,
  revision: record.revision,
  cancelled: record.cancelledByOperator,
  created_at: record.createdAt,
  lease_id: lease?.id ?? null,
  lease_state: lease?.state ?? null,
});

/**
 * @param scope null: free and running, so nothing of it is stored.
 * @param path null: the repo is no longer configured.
 * @param lease id of the active lease.
 */
export const scopeView = (
  repo: string,
  scope: ScopeRecord | null,
  path: string | null,
  lease: string | null,
): ScopeView => ({
  repo,
  path,
  is_paused: scope?.isPaused ?? false,
  taken_by: scope?.takenBy ?? null,
  taken_at: scope?.takenAt ?? null,
  draining: scope?.draining
    ? {
        lease_id: scope.draining.leaseId,
        worker: scope.draining.worker,
        deadline_at: scope.draining.deadlineAt,
      }
    : null,
  reserved_for: scope?.reservedFor ?? null,
  lease_id: lease,
});

export const receiptView = (receipt: Receipt): ReceiptView => ({
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

/** For the holder alone. */
export const grantView = (grant: Grant, title: string): GrantView => ({
  lease: leaseView(grant.lease, title, grant.lease.id),
  epoch: grant.epoch,
  deadline_at: grant.deadlineAt,
  prompt: grant.prompt,
  decisions: grant.decisions.map(decisionView),
});

export const endedNoticeView = (notice: EndedNotice): EndedNoticeView => ({
  lease_id: notice.leaseId,
  state: notice.state,
  reason: notice.reason,
});
