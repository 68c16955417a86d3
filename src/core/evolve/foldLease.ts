import type { EventType, RegisterEventOf } from '../events.ts';
import type { LeaseId, ReceiptId } from '../model/ids.ts';
import type { Acknowledged, LeaseBase, LiveLease, Offered, Pending, Waiting } from '../model/lease.ts';
import type { MutableState, State } from '../model/state.ts';
import { revisionKey } from '../rules/revision.ts';
import { known } from './known.ts';
import { putLive, scopeOf } from './leaseIndex.ts';
import { writeReceipt } from './writeReceipt.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

export const liveLease = (state: State, id: LeaseId): LiveLease =>
  known(state.live.get(id), 'live lease', id);

/** The lease, which somebody holds. */
export function heldIn(state: State, id: LeaseId): Acknowledged {
  const lease = liveLease(state, id);
  if (lease.state !== 'acknowledged') throw new Error(`lease ${id} is ${lease.state}, not acknowledged`);
  return lease;
}

/** The parts that survive every change of state. Written out: each event of a lease makes one. */
export const baseOf = (lease: LiveLease): LeaseBase => ({
  id: lease.id,
  triggerId: lease.triggerId,
  source: lease.source,
  sourceId: lease.sourceId,
  taskId: lease.taskId,
  revision: lease.revision,
  repo: lease.repo,
  prompt: lease.prompt,
  messageId: lease.messageId,
  parent: lease.parent,
  rank: lease.rank,
  continuation: lease.continuation,
  onlyWorker: lease.onlyWorker,
  preferred: lease.preferred,
  notTo: lease.notTo,
  isDirty: lease.isDirty,
  blockedBy: lease.blockedBy,
  openQuestions: lease.openQuestions,
  createdAt: lease.createdAt,
  createdIn: lease.createdIn,
  attempt: lease.attempt,
  failedSends: lease.failedSends,
  unanswered: lease.unanswered,
  lastWorker: lease.lastWorker,
  transport: lease.transport,
});

function move(state: MutableState, next: LiveLease, at: number, receiptId: ReceiptId | null): void {
  putLive(state, next, at);
  if (receiptId !== null) writeReceipt(state, next, receiptId, at);
}

function changeHeld(
  state: MutableState,
  id: LeaseId,
  at: number,
  to: (lease: Acknowledged) => Acknowledged,
): void {
  putLive(state, to(heldIn(state, id)), at);
}

const LeaseCreated: Fold<'LeaseCreated'> = (state, { at, position, data }) => {
  const { leaseId, receiptId, reserves, ...rest } = data;
  const lease: Waiting = {
    ...rest,
    id: leaseId,
    openQuestions: [],
    createdAt: at,
    createdIn: position,
    attempt: 0,
    failedSends: 0,
    unanswered: 0,
    lastWorker: null,
    transport: null,
    state: 'waiting',
    reason: 'not_ready',
    detail: '',
  };
  const { taskId, revision, triggerId, parent } = data;
  if (!state.triggers.has(triggerId)) {
    state.triggers.set(triggerId, { id: triggerId, taskId, revision, isConsumed: false, lost: 0 });
  }
  if (data.source === 'task' || data.source === 'message') {
    state.triggersByRevision.set(revisionKey(taskId, revision), triggerId);
  }
  const previous = parent === null ? undefined : state.closed.get(parent);
  if (previous !== undefined) state.closed.set(previous.id, { ...previous, next: leaseId });
  state.lastRank = Math.max(state.lastRank, data.rank);
  state.firstRank = Math.min(state.firstRank, data.rank);
  move(state, lease, at, receiptId);
  if (reserves) state.scopes.set(data.repo, { ...scopeOf(state, data.repo), reservedFor: leaseId });
};

const LeaseQueued: Fold<'LeaseQueued'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  const ranOut = data.reason === 'no_answer' && lease.state === 'offered' ? 1 : 0;
  const next: Pending = {
    ...baseOf(lease),
    unanswered: lease.unanswered + ranOut,
    state: 'pending',
    reason: data.reason,
    detail: data.detail,
  };
  move(state, next, at, data.receiptId);
};

const LeaseOffered: Fold<'LeaseOffered'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  const next: Offered = {
    ...baseOf(lease),
    attempt: data.attempt,
    unanswered: lease.lastWorker === data.worker ? lease.unanswered : 0,
    lastWorker: data.worker,
    transport: { endpointId: lease.transport?.endpointId ?? null, state: null, reason: null },
    state: 'offered',
    worker: data.worker,
    deadlineAt: data.deadlineAt,
  };
  move(state, next, at, data.receiptId);
};

const LeaseBackedOff: Fold<'LeaseBackedOff'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  if (lease.state !== 'offered') throw new Error(`lease ${lease.id} is ${lease.state}, not offered`);
  const { reason, dueAt, receiptId } = data;
  const counts =
    reason === 'unanswered' ? { unanswered: lease.unanswered + 1 } : { failedSends: lease.failedSends + 1 };
  const next: LiveLease = {
    ...baseOf(lease),
    ...counts,
    state: 'backoff',
    worker: lease.worker,
    reason,
    dueAt,
  };
  move(state, next, at, receiptId);
};

const LeaseAcknowledged: Fold<'LeaseAcknowledged'> = (state, { at, data }) => {
  const lease = liveLease(state, data.leaseId);
  const { holder, epoch, session, ttlMs, deadlineAt } = data;
  const next: Acknowledged = {
    ...baseOf(lease),
    lastWorker: holder.kind === 'worker' ? holder.worker : lease.lastWorker,
    isDirty: false,
    state: 'acknowledged',
    ...{ holder, epoch, session, ttlMs, deadlineAt },
    acknowledgedAt: at,
    frozenAt: lease.openQuestions.length > 0 ? at : null,
    renewedAt: at,
    hasGrace: false,
    isQuiet: false,
    wasAdvised: false,
  };
  state.epoch = Number(epoch.split('.')[0]);
  move(state, next, at, data.receiptId);
};

/** Folds of a lease's way up to its end. */
export const foldLease = {
  LeaseCreated,
  LeaseQueued,
  LeaseOffered,
  LeaseBackedOff,
  LeaseAcknowledged,
  LeaseWaited: (state, { at, data }) => {
    const { reason, detail } = data;
    move(
      state,
      { ...baseOf(liveLease(state, data.leaseId)), state: 'waiting', reason, detail },
      at,
      data.receiptId,
    );
  },
  TransportReported: (state, { at, data }) => {
    const lease = liveLease(state, data.leaseId);
    putLive(state, { ...lease, transport: data.transport }, at);
  },
  LeaseRenewed: (state, { at, data }) => {
    changeHeld(state, data.leaseId, at, (lease) => ({
      ...lease,
      deadlineAt: data.deadlineAt,
      renewedAt: at,
      hasGrace: false,
      isQuiet: false,
    }));
  },
  LeaseWentQuiet: (state, { at, data }) => {
    changeHeld(state, data.leaseId, at, (lease) => ({ ...lease, isQuiet: true }));
  },
  LeaseMoved: (state, { at, data }) => {
    putLive(state, { ...liveLease(state, data.leaseId), rank: data.rank }, at);
    state.lastRank = Math.max(state.lastRank, data.rank);
    state.firstRank = Math.min(state.firstRank, data.rank);
  },
  LeaseContinued: (state, { at, data }) => {
    putLive(state, { ...liveLease(state, data.leaseId), isDirty: false, blockedBy: null }, at);
  },
  LeaseSendRequested: (state, { at, data }) => {
    putLive(state, { ...liveLease(state, data.leaseId), notTo: [], unanswered: 0 }, at);
  },
  AbsencePassed: (state, { at, data }) => {
    for (const lease of [...state.live.values()]) {
      if (lease.state !== 'acknowledged' || lease.frozenAt !== null) continue;
      const { deadlineAt, renewedAt } = lease;
      const moved = { deadlineAt: deadlineAt + data.absentMs, renewedAt: renewedAt + data.absentMs };
      putLive(state, { ...lease, ...moved }, at);
    }
  },
  CoordinatorStarted: (state, { at, data }) => {
    for (const { leaseId, deadlineAt } of data.graced) {
      // Archived since, or it would be here.
      if (!state.live.has(leaseId)) continue;
      changeHeld(state, leaseId, at, (lease) => ({
        ...lease,
        deadlineAt,
        hasGrace: true,
        isQuiet: false,
      }));
    }
  },
} satisfies { [T in EventType]?: Fold<T> };
