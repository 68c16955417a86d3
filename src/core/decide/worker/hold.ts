import { err, ok, type Result } from '../../../base/result.ts';
import type { LeaseCall } from '../../commands.ts';
import type { WorkerId } from '../../model/ids.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';
import { hear } from '../moves.ts';
import { actsAsOperator, type Held, holdForOperator } from '../operator/holdForOperator.ts';
import { fence, type LateResult, resolveLease } from './fence.ts';

/** The lease that a call may act on: the worker's own by its epoch, or any live one for an operator (W1, W5). */
export function hold(draft: Draft, call: LeaseCall, late: LateResult | null = null): Result<Held, Rejection> {
  if (actsAsOperator(draft, call)) {
    const found = resolveLease(draft.state, call);
    return found.ok ? holdForOperator(draft, found.value) : found;
  }
  const fenced = fenceWorker(draft, call, late);
  return fenced.ok ? ok({ lease: fenced.value, byHolder: true }) : fenced;
}

/** Fences a worker's call and notes that its worker is alive (C11). */
export function fenceWorker(
  draft: Draft,
  call: LeaseCall,
  late: LateResult | null = null,
): ReturnType<typeof fence> {
  const found = resolveLease(draft.state, call);
  if (found.ok) hear(draft, (call.worker ?? found.value.repo) as WorkerId);
  return fence(draft, call, late);
}

/** For calls that only a holder can make. */
export const operatorCannot = (what: string): Result<never, Rejection> =>
  err(
    reject(
      'forbidden',
      `Only the worker that holds a lease may ${what}.`,
      'Give the lease and its epoch.',
      {},
    ),
  );
