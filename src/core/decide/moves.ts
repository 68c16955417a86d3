/** The moves of one lease, each the only place that makes its event. */
import type { Facts } from '../context.ts';
import { heldIn } from '../evolve/foldLease.ts';
import { workerRecord } from '../evolve/leaseIndex.ts';
import type { Epoch, SessionKey, WorkerId } from '../model/ids.ts';
import type {
  Acknowledged,
  Holder,
  LiveLease,
  PendingReason,
  ProcessRef,
  WaitingReason,
} from '../model/lease.ts';
import { isExpired } from '../rules/deadlines.ts';
import { revisionKey } from '../rules/revision.ts';
import { isSameProcess } from '../rules/sameProcess.ts';
import { reservedFor } from '../scopeHolder.ts';
import type { Draft } from './draft.ts';

/** To `pending`, or to another reason there; no event when nothing changes. */
export function queue(draft: Draft, lease: LiveLease, reason: PendingReason, detail = ''): void {
  if (lease.state === 'pending' && lease.reason === reason && lease.detail === detail) return;
  const receiptId = lease.state === 'pending' ? null : draft.receipt();
  draft.emit('LeaseQueued', { leaseId: lease.id, reason, detail, receiptId });
}

/** To `waiting`, or to another reason there; no event when nothing changes. */
export function holdBack(draft: Draft, lease: LiveLease, reason: WaitingReason, detail = ''): void {
  if (lease.state === 'waiting' && lease.reason === reason && lease.detail === detail) return;
  const receiptId = lease.state === 'waiting' ? null : draft.receipt();
  draft.emit('LeaseWaited', { leaseId: lease.id, reason, detail, receiptId });
}

/** The first offer or hand-out consumes (task, revision), for good (C5). */
export function consume(draft: Draft, lease: LiveLease): void {
  const { taskId, revision, triggerId } = lease;
  const id = draft.state.triggersByRevision.get(revisionKey(taskId, revision));
  if (id !== undefined && draft.state.triggers.get(id)?.isConsumed === true) return;
  draft.emit('RevisionConsumed', { triggerId, taskId, revision }, { leaseId: lease.id });
}

/** Only what is in the queue is given out; a waiting lease passes through it (behaviour 2). */
function enterQueue(draft: Draft, lease: LiveLease): void {
  if (lease.state === 'waiting') queue(draft, lease, 'no_worker');
}

/** Stores the intent to send; the send itself follows when this is confirmed (C9). */
export function offer(draft: Draft, lease: LiveLease, worker: WorkerId): void {
  enterQueue(draft, lease);
  consume(draft, lease);
  draft.emit('LeaseOffered', {
    leaseId: lease.id,
    worker,
    attempt: lease.attempt + 1,
    deadlineAt: draft.now + draft.context.settings.offerTimeoutMs,
    receiptId: draft.receipt(),
  });
}

/** Gives the lease to a holder under a new epoch (C12). `session` keeps an earlier session key (rearm, T3). */
export function acknowledge(
  draft: Draft,
  lease: LiveLease,
  holder: Holder,
  ttlMs: number | null,
  session: SessionKey | null = null,
): Acknowledged {
  enterQueue(draft, lease);
  consume(draft, lease);
  const epoch = `${String(draft.state.epoch + 1)}.${draft.context.newSecret()}` as Epoch;
  const named = holder.kind === 'worker' ? holder.session : null;
  const ttl = ttlMs ?? draft.context.settings.leaseTtlMs;
  draft.emit('LeaseAcknowledged', {
    leaseId: lease.id,
    holder,
    epoch,
    session: (session ?? named ?? epoch) as SessionKey,
    ttlMs: ttl,
    deadlineAt: draft.now + ttl,
    receiptId: lease.state === 'acknowledged' ? null : draft.receipt(),
  });
  return heldLease(draft, lease);
}

export const heldLease = (draft: Draft, { id }: { readonly id: LiveLease['id'] }): Acknowledged =>
  heldIn(draft.state, id);

/** A sign of life of the holder: stored once half of the time is used up (C16). */
export function renew(draft: Draft, lease: Acknowledged, deadlineAt: number | null): void {
  if (deadlineAt !== null) draft.emit('LeaseRenewed', { leaseId: lease.id, deadlineAt });
}

/** A repeat by the holder changes nothing, but for one past its deadline: it counts as a sign of life (C12, C13). */
export function stillHeld(draft: Draft, lease: Acknowledged): Acknowledged {
  renew(draft, lease, isExpired(lease, draft.now) ? draft.now + lease.ttlMs : null);
  return heldLease(draft, lease);
}

/** Any call of a skipped worker lets it be offered to again (C11). */
export function hear(draft: Draft, worker: WorkerId): void {
  if (workerRecord(draft.state, worker).isSkipped) draft.emit('WorkerHeard', { worker });
}

/** The holder is the worker with its agent session, or without one its process (C12). */
export function isSameHolder(holder: Holder, session: string | null, process: ProcessRef | null): boolean {
  if (holder.kind === 'worker' && (holder.session ?? session) !== null) return holder.session === session;
  return holder.kind === 'worker' && isSameProcess(holder.process, process);
}

/** `detail` is who or what has it: a person, a worker or a lease. */
export interface ScopeObstacle {
  readonly reason: PendingReason;
  readonly detail: string;
}

/** Why a scope may not be given to this lease now; null: it is free (C6, C7, C17). */
export function scopeObstacle(draft: Draft, lease: LiveLease): ScopeObstacle | null {
  const scope = draft.state.scopes.get(lease.repo);
  if (scope?.takenBy != null) return { reason: 'taken_by_person', detail: scope.takenBy };
  if (scope?.isPaused === true) return { reason: 'paused', detail: '' };
  const activeId = draft.state.activeByRepo.get(lease.repo);
  if (activeId !== undefined && activeId !== lease.id) return { reason: 'scope_taken', detail: activeId };
  if (scope?.draining != null) return { reason: 'draining', detail: scope.draining.worker };
  const reserved = activeId === undefined ? reservedFor(draft.state, lease.repo) : null;
  return reserved === null || reserved === lease.id ? null : { reason: 'scope_taken', detail: reserved };
}

/** Whether a closed connection still keeps the worker's place: 60 s (W6). */
export function detachment(facts: Facts, worker: WorkerId, now: number): 'attached' | 'detached' | 'gone' {
  const at = facts.detachedAt.get(worker);
  if (at === undefined) return 'attached';
  return now - at < detachMs ? 'detached' : 'gone';
}
const detachMs = 60_000;
