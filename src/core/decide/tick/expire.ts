import type { Acknowledged, LiveLease, Offered } from '../../model/lease.ts';
import { backoffMs, isExpired, isLost } from '../../rules/deadlines.ts';
import type { Draft } from '../draft.ts';
import { stopLease } from '../endLease.ts';
import { queue } from '../moves.ts';

/** Offers and holders whose time has run out; goes on while a source is frozen (C4, C11, C13). */
export function expire(draft: Draft, lease: LiveLease): void {
  if (lease.state === 'offered' && draft.now >= lease.deadlineAt) expireOffer(draft, lease);
  if (lease.state === 'acknowledged') expireHolder(draft, lease);
}

function expireOffer(draft: Draft, lease: Offered): void {
  const { settings } = draft.context;
  const unanswered = lease.unanswered + 1;
  if (unanswered >= settings.maxAttempts) {
    draft.emit('WorkerSkipped', { worker: lease.worker });
    queue(draft, lease, 'no_answer', lease.worker);
    return;
  }
  const dueAt = draft.now + backoffMs(settings, unanswered);
  draft.emit('LeaseBackedOff', {
    leaseId: lease.id,
    reason: 'unanswered',
    dueAt,
    receiptId: draft.receipt(),
  });
}

function expireHolder(draft: Draft, lease: Acknowledged): void {
  const { facts, settings } = draft.context;
  if (isLost(lease, facts, settings, draft.now)) stopLease(draft, lease, 'holder_lost');
  else if (isExpired(lease, draft.now) && !lease.isQuiet) draft.emit('LeaseWentQuiet', { leaseId: lease.id });
}

/** A scope stops draining when its last holder can do no harm any more (C7). */
export function endDraining(draft: Draft): void {
  const { facts } = draft.context;
  for (const { repo, draining } of [...draft.state.scopes.values()]) {
    if (draining === null) continue;
    const { leaseId, hasProcess, deadlineAt } = draining;
    const hasEnded = facts.endedHolders.has(leaseId);
    if (!hasEnded && (hasProcess || draft.now < deadlineAt)) continue;
    draft.emit('ScopeDrained', { repo, why: hasEnded ? 'process_ended' : 'deadline' }, { leaseId });
  }
}
