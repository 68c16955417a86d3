/** How leases end: what has to happen in the same commit (C7, C14, C17, T7). */
import { isExpired } from '../rules/deadlines.ts';
import type { LeaseId, WorkerId } from '../model/ids.ts';
import type { Acknowledged, Checkpoint, LiveLease, StopReason } from '../model/lease.ts';
import type { GateName } from '../model/task.ts';
import { revisionKey } from '../rules/revision.ts';
import { known } from '../evolve/known.ts';
import { createLease } from './createLease.ts';
import type { Draft } from './draft.ts';
import { consume, queue } from './moves.ts';
import { taskOf } from './taskOf.ts';
import { completeWorkspaceTask } from './workspaceTask.ts';

export interface StopOptions {
  readonly byHolder?: boolean;
  readonly note?: string | null;
  readonly gate?: GateName | null;
  /** For `fail`: a retryable one makes a successor. */
  readonly retryable?: boolean;
  /** Released it, so is not offered the successor (C14). */
  readonly releasedBy?: WorkerId | null;
}

/** These rows never fire their revision again, even if nothing was offered yet (C5). */
const consuming = new Set<StopReason>([
  'gated',
  'operator',
  'transport_failed',
  'unsafe',
  'attempts_exhausted',
]);

/** Stops a lease; makes its successor where C14 wants one. Answers the successor's id. */
export function stopLease(
  draft: Draft,
  lease: LiveLease,
  reason: StopReason,
  own: StopOptions = {},
): LeaseId | null {
  if (consuming.has(reason)) consume(draft, lease);
  const counts = reason === 'holder_lost' || (reason === 'failed' && own.retryable === true);
  draft.emit('LeaseStopped', {
    leaseId: lease.id,
    reason,
    gate: own.gate ?? null,
    byHolder: own.byHolder ?? false,
    note: own.note ?? null,
    counts,
    receiptId: draft.receipt(),
  });
  const successor = counts || reason === 'released' ? createSuccessor(draft, lease, reason, own) : null;
  settleQuestions(draft, lease, successor);
  drain(draft, lease, own.byHolder ?? false);
  return successor;
}

/** Completes a held lease: ends the chain, consumes the revision seen meanwhile, and ends a workspace task (C5). */
export function completeLease(
  draft: Draft,
  lease: Acknowledged,
  checkpoint: Checkpoint | null,
  byHolder: boolean,
): void {
  draft.emit('LeaseCompleted', { leaseId: lease.id, checkpoint, byHolder, receiptId: draft.receipt() });
  consumeSeenRevision(draft, lease);
  settleQuestions(draft, lease, null);
  drain(draft, lease, byHolder);
  completeWorkspaceTask(draft, lease.taskId);
}

/** A revision seen while the lease ran fires no more (C5). */
function consumeSeenRevision(draft: Draft, lease: LiveLease): void {
  const { taskId } = lease;
  const { revision } = taskOf(draft.state, lease);
  if (revision === lease.revision) return;
  const before = draft.state.triggersByRevision.get(revisionKey(taskId, revision));
  const triggerId = before ?? draft.context.newId('trigger');
  draft.emit('RevisionConsumed', { triggerId, taskId, revision }, { leaseId: lease.id });
}

/** The lease that goes on where this one was lost, failed or given back: same trigger, same place (C14). */
function createSuccessor(
  draft: Draft,
  lease: LiveLease,
  reason: StopReason,
  own: StopOptions,
): LeaseId | null {
  const { settings, facts } = draft.context;
  const { lost } = known(draft.state.triggers.get(lease.triggerId), 'trigger', lease.triggerId);
  if (lost >= settings.maxAttempts) return null;
  const isDirty =
    reason === 'holder_lost' && settings.dirtyTree === 'ask' && !facts.cleanRepos.has(lease.repo);
  const releasedBy = own.releasedBy ?? null;
  const successor = createLease(draft, taskOf(draft.state, lease), {
    source: 'retry',
    sourceId: lease.triggerId,
    triggerId: lease.triggerId,
    parent: lease.id,
    rank: lease.rank,
    continuation: lease.continuation,
    notTo: releasedBy === null ? lease.notTo : [...lease.notTo, releasedBy],
    isDirty,
  });
  queue(draft, successor, isDirty ? 'dirty_tree' : 'no_worker');
  return successor.id;
}

/** A question outlives its lease in the one that goes on, or is closed as moot, visibly (T7). */
export function settleQuestions(draft: Draft, lease: LiveLease, goesOnIn: LeaseId | null): void {
  for (const questionId of lease.openQuestions) {
    if (goesOnIn === null)
      draft.emit('QuestionClosed', { questionId, why: 'lease_ended' }, { leaseId: lease.id });
    else draft.emit('QuestionRebound', { questionId, leaseId: goesOnIn });
  }
}

/** A scope whose holder did not end its lease itself is not given away before that holder knows (C7). */
export function drain(draft: Draft, lease: LiveLease, byHolder: boolean): void {
  if (byHolder || lease.state !== 'acknowledged' || lease.holder.kind !== 'worker') return;
  const { facts } = draft.context;
  const hasProcess = lease.holder.process !== null;
  const isOver = facts.endedHolders.has(lease.id) || (!hasProcess && isExpired(lease, draft.now));
  if (isOver) return;
  const stoodStillMs = lease.frozenAt === null ? 0 : draft.now - lease.frozenAt;
  draft.emit('ScopeDraining', {
    repo: lease.repo,
    leaseId: lease.id,
    worker: lease.holder.worker,
    deadlineAt: lease.deadlineAt + stoodStillMs,
    hasProcess,
  });
}
