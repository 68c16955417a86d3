/** The calls that end a lease: complete, checkpoint, fail, release (W2), by its holder or by an operator (W5). */
import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import { known } from '../../evolve/known.ts';
import type { LeaseId } from '../../model/ids.ts';
import { type Lease, workerOf } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { parseCheckpoint, type ParsedCheckpoint } from '../../rules/checkpoint.ts';
import type { Draft } from '../draft.ts';
import { completeLease, stopLease } from '../endLease.ts';
import { actsAsOperator, notLive } from '../operator/holdForOperator.ts';
import { continueIn } from './continueIn.ts';
import { resolveLease } from './fence.ts';
import { hold } from './hold.ts';
import { invalid, readText } from './params.ts';

const maxReasonBytes = 8 * 1024;
const nothing: ParsedCheckpoint = { checkpoint: {}, warnings: [] };

export const leaseNow = (draft: Draft, id: LeaseId): Lease => known(draft.lease(id), 'lease', id);

export function complete(
  draft: Draft,
  params: CommandOf<'lease.complete'>['params'],
): Result<Answers['lease.complete'], Rejection> {
  const isGiven = params.checkpoint !== undefined && params.checkpoint !== null;
  const parsed = isGiven ? parseCheckpoint(params.checkpoint) : ok(nothing);
  if (!parsed.ok) return parsed;
  const { checkpoint, warnings } = parsed.value;
  const held = hold(draft, params, { call: 'complete', result: checkpoint });
  if (!held.ok) return held;
  const { lease, byHolder } = held.value;
  completeLease(draft, lease, isGiven ? checkpoint : null, byHolder);
  return ok({ lease: leaseNow(draft, lease.id), warnings });
}

export function checkpoint(
  draft: Draft,
  params: CommandOf<'lease.checkpoint'>['params'],
): Result<Answers['lease.checkpoint'], Rejection> {
  const parsed = parseCheckpoint(params.checkpoint);
  if (!parsed.ok) return parsed;
  const held = hold(draft, params, { call: 'checkpoint', result: parsed.value.checkpoint });
  if (!held.ok) return held;
  const { lease, byHolder } = held.value;
  const child = continueIn(draft, lease, parsed.value.checkpoint, byHolder);
  return ok({
    lease: leaseNow(draft, lease.id),
    child: leaseNow(draft, child),
    warnings: parsed.value.warnings,
  });
}

export function fail(
  draft: Draft,
  params: CommandOf<'lease.fail'>['params'],
): Result<Answers['lease.fail'], Rejection> {
  const reason = readText('reason', params.reason, maxReasonBytes);
  if (!reason.ok) return reason;
  const { retryable = false } = params;
  if (typeof retryable !== 'boolean') return invalid('retryable', 'true or false');
  const held = hold(draft, params, { call: 'fail', result: { reason: reason.value } });
  if (!held.ok) return held;
  const { lease, byHolder } = held.value;
  const successor = stopLease(draft, lease, 'failed', { byHolder, note: reason.value, retryable });
  return ok(endedWith(draft, lease.id, successor));
}

/** A worker gives its lease back; an operator takes one from its holder or takes an offer back (C14, W5). */
export function release(
  draft: Draft,
  params: CommandOf<'lease.release'>['params'],
): Result<Answers['lease.release'], Rejection> {
  if (actsAsOperator(draft, params)) return releaseForOperator(draft, params);
  const held = hold(draft, params);
  if (!held.ok) return held;
  const { lease } = held.value;
  const successor = stopLease(draft, lease, 'released', { byHolder: true, releasedBy: workerOf(lease) });
  return ok(endedWith(draft, lease.id, successor));
}

function releaseForOperator(
  draft: Draft,
  params: CommandOf<'lease.release'>['params'],
): Result<Answers['lease.release'], Rejection> {
  const found = resolveLease(draft.state, params);
  if (!found.ok) return found;
  const lease = found.value;
  const { id, state } = lease;
  if (lease.state === 'completed' || lease.state === 'checkpointed' || lease.state === 'stopped') {
    return err(notLive(lease));
  }
  if (lease.state === 'waiting' || lease.state === 'pending') {
    const next = 'Stop it instead, or leave it in the queue.';
    return err(reject('invalid_state', 'Nobody has this lease.', next, { lease: id, state }));
  }
  const byHolder = lease.state !== 'acknowledged' || lease.holder.kind === 'operator';
  return ok(endedWith(draft, id, stopLease(draft, lease, 'released', { byHolder })));
}

const endedWith = (draft: Draft, id: LeaseId, successor: LeaseId | null) => ({
  lease: leaseNow(draft, id),
  successor: successor === null ? null : leaseNow(draft, successor),
});
