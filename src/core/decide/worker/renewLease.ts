import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { renewedDeadline } from '../../rules/deadlines.ts';
import type { Draft } from '../draft.ts';
import { heldLease, renew } from '../moves.ts';
import { actsAsOperator, notLive } from '../operator/holdForOperator.ts';
import { resolveLease } from './fence.ts';
import { fenceWorker } from './hold.ts';

/** A sign of life; an early one changes nothing and is answered with the stored deadline (C16). */
export function renewLease(
  draft: Draft,
  params: CommandOf<'lease.renew'>['params'],
): Result<Answers['lease.renew'], Rejection> {
  const target = actsAsOperator(draft, params) ? heldByAnyone(draft, params) : fenceWorker(draft, params);
  if (!target.ok) return target;
  renew(draft, target.value, renewedDeadline(target.value, draft.now));
  const lease = heldLease(draft, target.value);
  return ok({ leaseId: lease.id, deadlineAt: lease.frozenAt === null ? lease.deadlineAt : null });
}

function heldByAnyone(
  draft: Draft,
  params: CommandOf<'lease.renew'>['params'],
): ReturnType<typeof fenceWorker> {
  const found = resolveLease(draft.state, params);
  if (!found.ok) return found;
  const lease = found.value;
  if (lease.state === 'acknowledged') return ok(lease);
  const { id, state } = lease;
  if (state === 'completed' || state === 'checkpointed' || state === 'stopped') return err(notLive(lease));
  return err(
    reject('invalid_state', `The lease is ${state}.`, 'Acknowledge it first.', { lease: id, state }),
  );
}
