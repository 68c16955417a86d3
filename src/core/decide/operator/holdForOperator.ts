import { err, ok, type Result } from '../../../base/result.ts';
import type { LeaseCall } from '../../commands.ts';
import { scopeOf } from '../../evolve/leaseIndex.ts';
import { type Acknowledged, isLive, type Lease, type LiveLease } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { gateOf } from '../../rules/gates.ts';
import { scopeHolder } from '../../scopeHolder.ts';
import type { Draft } from '../draft.ts';
import { taskOf } from '../taskOf.ts';
import { acknowledge } from '../moves.ts';

/** A person's call without an epoch; one with an epoch is judged as a worker's (W5). */
export const actsAsOperator = (draft: Draft, call: LeaseCall): boolean =>
  draft.actor.surface === 'operator' && call.epoch === undefined;

export interface Held {
  readonly lease: Acknowledged;
  /** Whether the caller is the holder: ending another's lease revokes its epoch and drains the scope (C7, W5). */
  readonly byHolder: boolean;
}

/** Any live lease is the operator's to act on; one that nobody holds is first acknowledged in the operator's name (W5). */
export function holdForOperator(draft: Draft, lease: Lease): Result<Held, Rejection> {
  if (!isLive(lease)) return err(notLive(lease));
  if (lease.state === 'acknowledged') return ok({ lease, byHolder: lease.holder.kind === 'operator' });
  const gate = gateOf(taskOf(draft.state, lease), draft.context.settings);
  if (gate !== null) {
    const facts = { lease: lease.id, state: lease.state, gate };
    return err(reject('gated', `The task is gated: ${gate}.`, 'Clear the gate at its source first.', facts));
  }
  const obstacle = scopeTaken(draft, lease);
  if (obstacle !== null) return err(obstacle);
  const holder = { kind: 'operator', name: draft.actor.name } as const;
  return ok({ lease: acknowledge(draft, lease, holder, null), byHolder: true });
}

export function notLive(lease: Lease): Rejection {
  const facts = { lease: lease.id, state: lease.state };
  return reject('invalid_state', `The lease is ${lease.state}.`, 'Re-open its task for new work.', facts);
}

/** A scope is free for a person unless another lease, another person or a draining holder has it. */
function scopeTaken(draft: Draft, lease: LiveLease): Rejection | null {
  const scope = scopeOf(draft.state, lease.repo);
  const ids = [scopeHolder(draft.state, lease.repo), scope.draining?.leaseId];
  const person = scope.takenBy === draft.actor.name ? null : scope.takenBy;
  const by = ids.find((id) => id != null && id !== lease.id) ?? person;
  if (by === null) return null;
  const facts = { lease: lease.id, state: lease.state, repo: lease.repo, taken_by: by };
  return reject('conflict', `Repo ${lease.repo} is taken.`, `End or stop what has it first: ${by}.`, facts);
}
