import { err, ok, type Result } from '../../../base/result.ts';
import type { CommandOf, Grant } from '../../commands.ts';
import type { WorkerId } from '../../model/ids.ts';
import type { Lease } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';
import { acknowledge, hear } from '../moves.ts';
import { actsAsOperator, holdForOperator } from '../operator/holdForOperator.ts';
import { holderOf, judgeCaller } from './caller.ts';
import { hasRunOut, refuseEnded, refuseExpired, refuseStranger, resolveLease, tellHolder } from './fence.ts';
import { grantOf } from './grant.ts';
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
    return held.ok ? ok(grantOf(draft, held.value.lease)) : held;
  }
  const worker = (params.worker ?? lease.repo) as WorkerId;
  hear(draft, worker);
  if (lease.state === 'acknowledged' && lease.holder.kind === 'worker' && lease.holder.worker === worker) {
    const judged = judgeCaller(draft, lease, params);
    if (typeof judged === 'object') return err(judged);
    const held = judged === 'holder' ? lease : acknowledge(draft, lease, holderOf(worker, params), ttl.value);
    return ok(grantOf(draft, held));
  }
  const refusal = refusalOf(draft, lease, params);
  if (refusal !== null) return err(refusal);
  if (lease.state !== 'offered') throw new Error(`lease ${lease.id} is ${lease.state}, not offered`);
  return ok(grantOf(draft, acknowledge(draft, lease, holderOf(worker, params), ttl.value)));
}

function refusalOf(draft: Draft, lease: Lease, params: AckParams): Rejection | null {
  const stranger = refuseStranger(lease, params);
  if (stranger !== null) return stranger;
  if (lease.state === 'completed' || lease.state === 'checkpointed' || lease.state === 'stopped') {
    tellHolder(draft, lease);
    return refuseEnded(lease);
  }
  if (hasRunOut(lease, draft.now)) return refuseExpired(lease);
  if (lease.state === 'offered') return null;
  const facts = {
    lease: lease.id,
    state: lease.state,
    reason: lease.state === 'acknowledged' ? null : lease.reason,
  };
  return reject(
    'invalid_state',
    `The lease is ${lease.state}.`,
    'Ask for work instead: signalbox next.',
    facts,
  );
}
