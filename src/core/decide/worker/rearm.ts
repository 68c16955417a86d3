import { err, ok, type Result } from '../../../base/result.ts';
import type { CommandOf, Grant } from '../../commands.ts';
import type { WorkerId } from '../../model/ids.ts';
import type { ClosedLease, Lease, LiveLease } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { gateOf } from '../../rules/gates.ts';
import type { Draft } from '../draft.ts';
import { acknowledge, hear, scopeObstacle } from '../moves.ts';
import { taskOf } from '../taskOf.ts';
import { holderOf } from './caller.ts';
import { refuseEnded, refuseStranger, resolveLease, tellHolder } from './fence.ts';
import { grantOf } from './grant.ts';

type RearmParams = CommandOf<'lease.rearm'>['params'];

/** Ends that leave a successor which the old holder may have back (C14). */
const rearmable = new Set(['holder_lost', 'released', 'failed']);

/** Gives a not yet offered successor back to the old holder under a new epoch; its session stays (C14, T3). */
export function rearm(draft: Draft, params: RearmParams): Result<Grant, Rejection> {
  const found = resolveLease(draft.state, params);
  if (!found.ok) return found;
  const old = found.value;
  const worker = (params.worker ?? old.repo) as WorkerId;
  hear(draft, worker);
  const stranger = refuseStranger(old, params);
  if (stranger !== null) return err(stranger);
  if (!isEnded(old)) return err(stillLive(old));
  tellHolder(draft, old);
  const successor = old.state === 'stopped' && rearmable.has(old.reason) ? successorOf(draft, old) : null;
  if (successor === null) return err(refuseEnded(old));
  const refusal = refusalOf(draft, successor, worker);
  if (refusal !== null) return err(refusal);
  return ok(grantOf(draft, acknowledge(draft, successor, holderOf(worker, params), null, old.session)));
}

const isEnded = (lease: Lease): lease is ClosedLease =>
  lease.state === 'completed' || lease.state === 'checkpointed' || lease.state === 'stopped';

function stillLive({ id, state }: Lease): Rejection {
  const next = state === 'acknowledged' ? 'Go on: you hold it.' : 'Ask for work: signalbox next.';
  return reject('invalid_state', `The lease is ${state}, not ended.`, next, { lease: id, state });
}

/** The lease that goes on, as long as nobody was offered it. */
function successorOf(draft: Draft, old: ClosedLease): LiveLease | null {
  const next = old.next === null ? undefined : draft.state.live.get(old.next);
  return next?.state === 'pending' && next.attempt === 0 ? next : null;
}

function refusalOf(draft: Draft, successor: LiveLease, worker: WorkerId): Rejection | null {
  const facts = { lease: successor.id, state: successor.state };
  const gate = gateOf(taskOf(draft.state, successor), draft.context.settings);
  if (gate !== null) {
    return reject('gated', `The task is gated: ${gate}.`, 'A person has to clear the gate.', {
      ...facts,
      gate,
    });
  }
  const other = draft.state.activeByWorker.get(worker);
  if (other !== undefined) {
    const next = 'End the lease that you hold first.';
    return reject('busy', 'The worker holds another lease.', next, { ...facts, holds: other });
  }
  const obstacle = scopeObstacle(draft, successor);
  if (obstacle === null) return null;
  const what = `Repo ${successor.repo} is not free: ${obstacle.reason}.`;
  return reject('conflict', what, 'Ask for work: signalbox next.', { ...facts, reason: obstacle.reason });
}
