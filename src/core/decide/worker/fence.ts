/**
 * Fencing: who may act on a lease, judged before any side effect and in W1's order. A refusal changes nothing, but it
 * tells a revoked holder that it is one (C7), and keeps the result that came too late (W4).
 */
import { err, ok, type Result } from '../../../base/result.ts';
import type { LeaseCall } from '../../commands.ts';
import { liveLeaseOf } from '../../liveLeaseOf.ts';
import type { LeaseId, TaskId, WorkerId } from '../../model/ids.ts';
import type { Acknowledged, Checkpoint, ClosedLease, Lease } from '../../model/lease.ts';
import type { State } from '../../model/state.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';

/** A result that a call carries, kept if the call is refused (W4). */
export interface LateResult {
  readonly call: 'complete' | 'checkpoint' | 'fail';
  readonly result: Checkpoint | { readonly reason: string };
}

/** The lease that a call means: the one named, else the task's live one, else its last one (W1). */
export function resolveLease(state: State, call: LeaseCall): Result<Lease, Rejection> {
  if (call.lease === undefined && call.task === undefined) {
    return err(
      reject('invalid_params', 'The call names no lease and no task.', 'Name one: --lease ID or --task ID.'),
    );
  }
  const lease =
    call.lease === undefined ? leaseOfTask(state, call.task as TaskId) : byId(state, call.lease as LeaseId);
  if (lease === undefined) {
    return err(refuseUnknown(state, call));
  }
  if (call.lease !== undefined && call.task !== undefined && lease.taskId !== call.task) {
    const facts = { lease: lease.id, task: lease.taskId };
    return err(
      reject(
        'invalid_params',
        'The lease is of another task.',
        'Name the lease or the task, not both.',
        facts,
      ),
    );
  }
  return ok(lease);
}

/** An archived lease is known by its history only; a task tells that it had one. */
function refuseUnknown(state: State, { lease, task }: LeaseCall): Rejection {
  const facts = { lease: lease ?? null, task: task ?? null };
  if (lease !== undefined) {
    const next = `List what there is: signalbox status. An archived one: signalbox history --lease ${lease}.`;
    return reject('not_found', 'There is no such lease.', next, facts);
  }
  if (state.lastByTask.has(task as TaskId)) {
    const next = `Ask for the next lease: signalbox next. What was: signalbox history --task ${String(task)}.`;
    return reject('gone', 'The last lease of this task is archived.', next, facts);
  }
  return reject(
    'not_found',
    'This task has never had a lease.',
    'List what there is: signalbox status.',
    facts,
  );
}

const byId = (state: State, id: LeaseId): Lease | undefined => state.live.get(id) ?? state.closed.get(id);

function leaseOfTask(state: State, taskId: TaskId): Lease | undefined {
  const last = state.lastByTask.get(taskId);
  return liveLeaseOf(state, taskId) ?? (last === undefined ? undefined : byId(state, last));
}

/** The worker that a lease is or was with; null: with nobody yet. */
function workerWith(lease: Lease): WorkerId | null {
  if (lease.state === 'offered' || lease.state === 'backoff') return lease.worker;
  if ('holder' in lease && lease.holder !== null)
    return lease.holder.kind === 'worker' ? lease.holder.worker : null;
  return lease.lastWorker;
}

const lastEpoch = (lease: Lease): string | null => ('epoch' in lease ? lease.epoch : null);

/** Refuses a call that is not the last epoch's, or is another worker's or repo's (W1: conflict, forbidden). */
export function refuseStranger(lease: Lease, call: LeaseCall): Rejection | null {
  const epoch = lastEpoch(lease);
  const { id, state } = lease;
  if (epoch !== null && call.epoch !== epoch) {
    const what =
      call.epoch === undefined
        ? 'The call carries no epoch.'
        : 'The epoch is not the last one of this lease.';
    return reject('conflict', what, 'Stop work on it and ask for the next lease: signalbox next.', {
      lease: id,
      state,
    });
  }
  const holder = workerWith(lease);
  const worker = call.worker ?? lease.repo;
  const isOthers = holder !== worker && !(holder === null && !('holder' in lease && lease.holder !== null));
  if (isOthers) {
    const next =
      'Name the worker that has it (--worker NAME), or ask for a lease of your own: signalbox next.';
    return reject('forbidden', 'The lease is not with this worker.', next, {
      lease: id,
      state,
      worker: holder,
    });
  }
  if (call.repo !== undefined && call.repo !== lease.repo) {
    const next = 'Call from the repository of the lease.';
    return reject('forbidden', 'The lease is of another repo.', next, { lease: id, state, repo: lease.repo });
  }
  return null;
}

/** What a call on an ended lease hears, its epoch being the last one (W1). */
export function refuseEnded(lease: ClosedLease): Rejection {
  const { id, state } = lease;
  const reason = lease.state === 'stopped' ? lease.reason : null;
  const facts = { lease: id, state, reason };
  if (lease.state === 'stopped' && lease.reason === 'gated') {
    const next = 'Stop work on it; a person has to clear the gate.';
    return reject('gated', `The task is gated: ${String(lease.gate)}.`, next, {
      ...facts,
      gate: lease.gate,
    });
  }
  if (lease.endedByHolder) {
    return reject(
      'invalid_state',
      'You have ended this lease already.',
      'Ask for the next one: signalbox next.',
      facts,
    );
  }
  return reject(
    'conflict',
    'The lease has ended without you.',
    'Stop work on it: signalbox next gives another.',
    facts,
  );
}

/** An offer that ran out, also in back-off and when it was given up (C11). */
export function hasRunOut(lease: Lease, now: number): boolean {
  if (lease.state === 'offered') return now >= lease.deadlineAt;
  if (lease.state !== 'pending' || lease.lastWorker === null) return lease.state === 'backoff';
  return lease.unanswered > 0 || lease.reason === 'no_answer';
}

export const refuseExpired = (lease: Lease): Rejection =>
  reject('expired', 'The offer has run out.', 'Ask for it again: signalbox next.', {
    lease: lease.id,
    state: lease.state,
  });

/** Fences a worker's call. Answers the lease if the caller holds it. */
export function fence(
  draft: Draft,
  call: LeaseCall,
  late: LateResult | null = null,
): Result<Acknowledged, Rejection> {
  const found = resolveLease(draft.state, call);
  if (!found.ok) return found;
  const lease = found.value;
  const stranger = refuseStranger(lease, call);
  if (stranger !== null) return refuse(draft, lease, call, late, stranger);
  if (lease.state === 'acknowledged') return ok(lease);
  if (lease.state === 'completed' || lease.state === 'checkpointed' || lease.state === 'stopped') {
    tellHolder(draft, lease);
    return refuse(draft, lease, call, late, refuseEnded(lease));
  }
  if (hasRunOut(lease, draft.now)) return err(refuseExpired(lease));
  const facts = { lease: lease.id, state: lease.state };
  return err(
    reject('invalid_state', `The lease is ${lease.state}.`, `Acknowledge it first: signalbox ack.`, facts),
  );
}

function refuse(
  draft: Draft,
  lease: Lease,
  call: LeaseCall,
  late: LateResult | null,
  rejection: Rejection,
): Result<never, Rejection> {
  const isFenced = rejection.kind === 'conflict' || rejection.kind === 'gated';
  if (late !== null && isFenced) {
    const worker = (call.worker ?? lease.repo) as WorkerId;
    draft.emit('LateResultQuarantined', { leaseId: lease.id, worker, epoch: call.epoch ?? null, ...late });
  }
  return err(rejection);
}

/** The holder hears here that its lease has ended: its scope drains no longer (C7). */
export function tellHolder(draft: Draft, lease: ClosedLease): void {
  if (draft.state.scopes.get(lease.repo)?.draining?.leaseId !== lease.id) return;
  draft.emit('ScopeDrained', { repo: lease.repo, why: 'told' }, { leaseId: lease.id });
}
