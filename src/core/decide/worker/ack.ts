import { err, ok, type Result } from '../../../base/result.ts';
import type { CommandOf, Grant } from '../../commands.ts';
import type { WorkerId } from '../../model/ids.ts';
import type { Acknowledged, Lease, Offered } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';
import { acknowledge, hear, stillHeld } from '../moves.ts';
import { actsAsOperator, holdForOperator } from '../operator/holdForOperator.ts';
import { holderOf, judgeCaller } from './caller.ts';
import { hasRunOut, refuseEnded, refuseExpired, refuseStranger, resolveLease, tellHolder } from './fence.ts';
import { grantOf, grantWith } from './grant.ts';
import { readTtl } from './params.ts';

type AckParams = CommandOf<'lease.ack'>['params'];

/** Takes an offer and mints its epoch; a repeat by the holder gives the same answer (C12). */
export function ack(draft: Draft, params: AckParams): Result<Grant, Rejection> {
  const ttl = readTtl(params.ttl_ms);
  if (!ttl.ok) return ttl;
  const found = resolveLease(draft.state, params);
  if (!found.ok) return found;
  const lease = found.value;
  if (actsAsOperator(draft, params)) {
    const held = holdForOperator(draft, lease);
    if (!held.ok) return held;
    // Another's decisions are for that holder's session, so they are not handed over here (T8).
    return ok(held.value.byHolder ? grantOf(draft, held.value.lease) : grantWith(held.value.lease, []));
  }
  const worker = (params.worker ?? lease.repo) as WorkerId;
  hear(draft, worker);
  if (lease.state === 'acknowledged' && isWith(lease, worker))
    return ackAgain(draft, lease, params, ttl.value);
  const offered = takeOffer(draft, lease, params);
  if (!offered.ok) return offered;
  return ok(grantOf(draft, acknowledge(draft, offered.value, holderOf(worker, params), ttl.value)));
}

const isWith = ({ holder }: Acknowledged, worker: WorkerId): boolean =>
  holder.kind === 'worker' && holder.worker === worker;

/** The holder's repeat, or another session of its worker in its place (C12); refused in the order of W1. */
function ackAgain(
  draft: Draft,
  lease: Acknowledged,
  params: AckParams,
  ttlMs: number | null,
): Result<Grant, Rejection> {
  const judged = judgeCaller(draft, lease, params);
  if (typeof judged === 'object') return err(judged);
  const stranger = refuseStranger(lease, { ...params, epoch: params.epoch ?? lease.epoch });
  if (stranger !== null) return err(stranger);
  if (judged === 'holder') return ok(grantOf(draft, stillHeld(draft, lease)));
  const worker = (params.worker ?? lease.repo) as WorkerId;
  return ok(grantOf(draft, acknowledge(draft, lease, holderOf(worker, params), ttlMs)));
}

/** The offer, if it runs and is the caller's (W1, C11). */
function takeOffer(draft: Draft, lease: Lease, params: AckParams): Result<Offered, Rejection> {
  const stranger = refuseStranger(lease, params);
  if (stranger !== null) return err(stranger);
  if (lease.state === 'completed' || lease.state === 'checkpointed' || lease.state === 'stopped') {
    tellHolder(draft, lease);
    return err(refuseEnded(lease));
  }
  if (hasRunOut(lease, draft.now)) return err(refuseExpired(lease));
  if (lease.state === 'offered') return ok(lease);
  const facts = { lease: lease.id, state: lease.state };
  const next = 'Ask for work instead: signalbox next.';
  return err(reject('invalid_state', `The lease is ${lease.state}.`, next, facts));
}
