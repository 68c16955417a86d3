import type { LiveLease } from '../../model/lease.ts';
import type { TaskRecord } from '../../model/task.ts';
import { revisionKey } from '../../rules/revision.ts';
import { statusOf } from '../../rules/taskStatus.ts';
import { createLease } from '../createLease.ts';
import type { Draft } from '../draft.ts';
import { settleQuestions, stopLease } from '../endLease.ts';
import { missesUntilGone } from './observe.ts';

/** Ends or replaces a lease whose task is no longer what it was made for (C5). Never called while its source is frozen (C4). */
export function stopBySource(draft: Draft, lease: LiveLease, task: TaskRecord): void {
  const status = statusOf(task);
  if (status === 'cancel') return void stopLease(draft, lease, 'cancelled');
  if (task.missed >= missesUntilGone) return void stopLease(draft, lease, 'task_gone');
  if (lease.state !== 'waiting' && lease.state !== 'pending') return;
  if (status === 'done') stopLease(draft, lease, 'done');
  else if (task.revision !== lease.revision) supersede(draft, lease, task);
}

/** Stops a lease that nobody was offered yet and puts another with the new prompt in its place (C5). */
function supersede(draft: Draft, lease: LiveLease, task: TaskRecord): void {
  const isReserved = draft.state.scopes.get(lease.repo)?.reservedFor === lease.id;
  draft.emit('LeaseStopped', {
    leaseId: lease.id,
    reason: 'superseded',
    gate: null,
    byHolder: false,
    note: null,
    counts: false,
    receiptId: draft.receipt(),
  });
  const isChain = lease.source === 'checkpoint' || lease.source === 'retry';
  if (!isChain && isConsumed(draft, task)) return settleQuestions(draft, lease, null);
  const { source, sourceId, triggerId, parent, rank, continuation, preferred, notTo, isDirty, blockedBy } =
    lease;
  const chain = { source, sourceId, triggerId, parent, continuation, preferred, notTo, isDirty, blockedBy };
  const next = createLease(draft, task, isChain ? { ...chain, rank, reserves: isReserved } : { rank });
  settleQuestions(draft, lease, next.id);
}

/** Whether (task, revision) has fired (C5). */
export function isConsumed(draft: Draft, task: TaskRecord): boolean {
  const id = draft.state.triggersByRevision.get(revisionKey(task.facts.id, task.revision));
  return id !== undefined && draft.state.triggers.get(id)?.isConsumed === true;
}
