import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf, LeaseCall } from '../../commands.ts';
import { isLive, type LiveLease } from '../../model/lease.ts';
import type { TaskRecord } from '../../model/task.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { dependencyJudge } from '../../rules/dependencies.ts';
import { gateOf } from '../../rules/gates.ts';
import type { Draft } from '../draft.ts';
import { chooseWorker, serves } from '../chooseWorker.ts';
import { stopLease } from '../endLease.ts';
import { hear, offer, scopeObstacle, queue } from '../moves.ts';
import { noConfiguration } from '../dispatchObstacle.ts';
import { taskOf } from '../taskOf.ts';
import { waitingFor } from '../waitingFor.ts';
import { leaseNow } from '../worker/finish.ts';
import { resolveLease } from '../worker/fence.ts';
import { notLive } from './holdForOperator.ts';

function liveOf(draft: Draft, call: LeaseCall): Result<LiveLease, Rejection> {
  const found = resolveLease(draft.state, call);
  if (!found.ok) return found;
  return isLive(found.value) ? ok(found.value) : err(notLive(found.value));
}

/** Ends a lease for good: no successor, whoever has it (W5). */
export function stop(
  draft: Draft,
  params: CommandOf<'lease.stop'>['params'],
): Result<Answers['lease.stop'], Rejection> {
  const lease = liveOf(draft, params);
  if (!lease.ok) return lease;
  const held = lease.value;
  const byHolder = held.state === 'acknowledged' && held.holder.kind === 'operator';
  stopLease(draft, held, 'operator', { byHolder, note: params.note ?? null });
  return ok({ lease: leaseNow(draft, held.id) });
}

/** A person has looked at the dirty tree or the blocked child and lets it go on (C14, C17). */
export function continueLease(
  draft: Draft,
  params: CommandOf<'lease.continue'>['params'],
): Result<Answers['lease.continue'], Rejection> {
  const lease = liveOf(draft, params);
  if (!lease.ok) return lease;
  const { id, state, isDirty, blockedBy } = lease.value;
  if (!isDirty && blockedBy === null) {
    const next = 'Nothing is needed: it goes on by itself.';
    return err(reject('invalid_state', 'The lease does not wait for a person.', next, { lease: id, state }));
  }
  if (blockedBy !== null)
    draft.emit('QuestionClosed', { questionId: blockedBy, why: 'operator' }, { leaseId: id });
  draft.emit('LeaseContinued', { leaseId: id });
  const freed = draft.state.live.get(id);
  // The answer must not show the reason that this very call has settled; the next tick judges it anew.
  if (freed?.state === 'pending') queue(draft, freed, 'no_worker');
  return ok({ lease: leaseNow(draft, id) });
}

/** Offers a queued lease now: earlier releases, unanswered offers and a back-off no longer count (C11, C14). */
export function send(
  draft: Draft,
  params: CommandOf<'lease.send'>['params'],
): Result<Answers['lease.send'], Rejection> {
  const found = liveOf(draft, params);
  if (!found.ok) return found;
  const lease = found.value;
  const refusal = cannotSend(draft, lease);
  if (refusal !== null) return err(refusal);
  const isBound = lease.state === 'backoff' && serves(draft, lease.worker, lease.repo);
  const worker = isBound ? sendableAgain(draft, lease.worker) : choose(draft, lease);
  if (!worker.ok) return worker;
  draft.emit('LeaseSendRequested', { leaseId: lease.id });
  hear(draft, worker.value);
  offer(draft, lease, worker.value);
  return ok({ lease: leaseNow(draft, lease.id) });
}

function cannotSend(draft: Draft, lease: LiveLease): Rejection | null {
  const { id, state } = lease;
  if (lease.state === 'offered' || lease.state === 'acknowledged') {
    return reject('invalid_state', `The lease is ${state} already.`, 'Nothing is needed.', {
      lease: id,
      state,
    });
  }
  const task = taskOf(draft.state, lease);
  const gate = gateOf(task, draft.context.settings);
  if (gate !== null) {
    const facts = { lease: id, state, gate };
    return reject('gated', `The task is gated: ${gate}.`, 'Clear the gate first.', facts);
  }
  const reason = reasonNotToSend(draft, lease, task);
  if (reason === null) return null;
  const facts = { lease: id, state, reason };
  return reject(
    'conflict',
    `It can't be sent now: ${reason}.`,
    'Settle the reason, then send it again.',
    facts,
  );
}

function reasonNotToSend(draft: Draft, lease: LiveLease, task: TaskRecord): string | null {
  if (!draft.context.settings.canDispatch) return noConfiguration;
  const waits = waitingFor(draft, lease, task, dependencyJudge(draft.state, task.facts.source));
  if (waits !== null) return waits.reason;
  return lease.isDirty ? 'dirty_tree' : (scopeObstacle(draft, lease)?.reason ?? null);
}

type Chosen = Result<LiveLease['lastWorker'] & string, Rejection>;

function sendableAgain(draft: Draft, worker: LiveLease['lastWorker'] & string): Chosen {
  const look = draft.context.facts.endpoints.get(worker);
  if (look?.ok === true) return ok(worker);
  return err(noEndpoint(look?.reason ?? 'no_worker', look?.detail ?? worker));
}

function choose(draft: Draft, lease: LiveLease): Chosen {
  const choice = chooseWorker(draft, { ...lease, notTo: [] }, [], true);
  return choice.kind === 'none' ? err(noEndpoint(choice.reason, choice.detail)) : ok(choice.worker);
}

const noEndpoint = (reason: string, detail: string): Rejection =>
  reject(
    'conflict',
    `No worker can be sent to: ${reason} (${detail}).`,
    'Start a worker, or let one call signalbox next.',
    {
      reason,
    },
  );
