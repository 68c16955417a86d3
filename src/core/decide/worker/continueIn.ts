import type { LeaseId } from '../../model/ids.ts';
import type { Acknowledged, Checkpoint, LiveLease } from '../../model/lease.ts';
import type { TaskRecord } from '../../model/task.ts';
import { createLease } from '../createLease.ts';
import type { Draft } from '../draft.ts';
import { drain, settleQuestions, stopLease } from '../endLease.ts';
import { holdBack, queue } from '../moves.ts';
import { taskOf } from '../taskOf.ts';

/** The parent's holder alone may have the child for so long (C17). */
const preferredMs = 60_000;

/** Closes a lease by its checkpoint and makes the child that goes on (C17). Answers the child's id. */
export function continueIn(
  draft: Draft,
  lease: Acknowledged,
  checkpoint: Checkpoint,
  byHolder: boolean,
): LeaseId {
  draft.emit('LeaseCheckpointed', { leaseId: lease.id, checkpoint, byHolder, receiptId: draft.receipt() });
  const task = taskOf(draft.state, lease);
  const isOver = lease.continuation + 1 > draft.context.settings.maxContinuations;
  const blockedReason = isOver ? '' : (checkpoint.blocked_reason ?? '').trim();
  const child = createChild(draft, lease, task, { isOver, blockedReason });
  settleQuestions(draft, lease, isOver ? null : child.id);
  drain(draft, lease, byHolder);
  if (isOver) stopLease(draft, child, 'chain_limit');
  else if (blockedReason === '') queue(draft, child, 'no_worker');
  return child.id;
}

function createChild(
  draft: Draft,
  parent: Acknowledged,
  task: TaskRecord,
  { isOver, blockedReason }: { isOver: boolean; blockedReason: string },
): LiveLease {
  const isBlocked = blockedReason !== '';
  const questionId = isBlocked ? draft.context.newId('question') : null;
  const { holder } = parent;
  const child = createLease(draft, task, {
    source: 'checkpoint',
    sourceId: parent.triggerId,
    triggerId: draft.context.newId('trigger'),
    parent: parent.id,
    rank: draft.state.firstRank - 1,
    continuation: parent.continuation + 1,
    preferred: holder.kind === 'worker' ? { worker: holder.worker, untilAt: draft.now + preferredMs } : null,
    blockedBy: questionId,
    reserves: !isOver && !isBlocked,
  });
  if (questionId === null) return child;
  draft.emit('QuestionAsked', {
    questionId,
    taskId: child.taskId,
    leaseId: child.id,
    text: blockedReason,
    options: [],
    freeText: true,
  });
  holdBack(draft, child, 'blocked', questionId);
  return child;
}
