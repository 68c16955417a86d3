import type { EventType, RegisterEventOf } from '../events.ts';
import type { LeaseId, ReceiptId } from '../model/ids.ts';
import type { Checkpoint, ClosedLease, LiveLease } from '../model/lease.ts';
import type { MutableState } from '../model/state.ts';
import { known } from './known.ts';
import { baseOf, liveLease } from './foldLease.ts';
import { putClosed } from './leaseIndex.ts';
import { writeReceipt } from './writeReceipt.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

function ended(lease: LiveLease, at: number, endedByHolder: boolean, checkpoint: Checkpoint | null) {
  const held = lease.state === 'acknowledged' ? lease : null;
  return {
    ...baseOf(lease),
    openQuestions: [],
    endedAt: at,
    holder: held?.holder ?? null,
    epoch: held?.epoch ?? null,
    session: held?.session ?? null,
    endedByHolder,
    next: null,
    checkpoint,
  };
}

function close(state: MutableState, lease: ClosedLease, receiptId: ReceiptId): void {
  putClosed(state, lease);
  writeReceipt(state, lease, receiptId, lease.endedAt);
}

const LeaseCompleted: Fold<'LeaseCompleted'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  close(state, { ...ended(lease, at, data.byHolder, data.checkpoint), state: 'completed' }, data.receiptId);
  const task = known(state.tasks.get(lease.taskId), 'task', lease.taskId);
  state.tasks.set(lease.taskId, { ...task, needsSpell: task.facts.status === 'todo' });
};

const LeaseStopped: Fold<'LeaseStopped'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  const { reason, gate, byHolder } = data;
  close(state, { ...ended(lease, at, byHolder, null), state: 'stopped', reason, gate }, data.receiptId);
  if (data.counts) countLoss(state, lease.triggerId, lease.id);
};

function countLoss(state: MutableState, triggerId: LiveLease['triggerId'], leaseId: LeaseId): void {
  const trigger = known(state.triggers.get(triggerId), 'trigger of lease', leaseId);
  state.triggers.set(triggerId, { ...trigger, lost: trigger.lost + 1 });
}

/** Folds of the three ways in which a lease ends. */
export const foldLeaseEnd = {
  LeaseCompleted,
  LeaseStopped,
  LeaseCheckpointed: (state, { at, data }) => {
    const lease = liveLease(state, data.leaseId);
    close(
      state,
      { ...ended(lease, at, data.byHolder, data.checkpoint), state: 'checkpointed' },
      data.receiptId,
    );
  },
  /** Kept in the history for the operator; no rule depends on it (W4). */
  LateResultQuarantined: () => undefined,
} satisfies { [T in EventType]?: Fold<T> };
