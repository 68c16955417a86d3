import type { LeaseId, RepoSlug, WorkerId } from '../model/ids.ts';
import { type ActiveLease, type ClosedLease, type LiveLease, isActive, workerOf } from '../model/lease.ts';
import type { ScopeRecord, WorkerRecord } from '../model/records.ts';
import type { MutableState, State } from '../model/state.ts';

export const scopeOf = (state: State, repo: RepoSlug): ScopeRecord =>
  state.scopes.get(repo) ?? {
    repo,
    isPaused: false,
    takenBy: null,
    takenAt: null,
    draining: null,
    reservedFor: null,
  };

export const workerRecord = (state: State, id: WorkerId): WorkerRecord =>
  state.workers.get(id) ?? {
    id,
    registeredRepos: null,
    isSkipped: false,
    idleSinceAt: 0,
    process: null,
  };

function occupy(state: MutableState, lease: ActiveLease): void {
  state.activeByRepo.set(lease.repo, lease.id);
  const worker = workerOf(lease);
  if (worker !== null) state.activeByWorker.set(worker, lease.id);
}

function vacate(state: MutableState, lease: ActiveLease, at: number): void {
  if (state.activeByRepo.get(lease.repo) === lease.id) state.activeByRepo.delete(lease.repo);
  const worker = workerOf(lease);
  if (worker === null) return;
  state.activeByWorker.delete(worker);
  const record = workerRecord(state, worker);
  // The clock may have been set back.
  state.workers.set(worker, { ...record, idleSinceAt: Math.max(record.idleSinceAt, at) });
}

/** Stores a lease that is not final and keeps the indexes of scope, worker and task right. */
export function putLive(state: MutableState, lease: LiveLease, at: number): void {
  const before = state.live.get(lease.id);
  if (before !== undefined && isActive(before)) vacate(state, before, at);
  state.live.set(lease.id, lease);
  state.liveByTask.set(lease.taskId, lease.id);
  state.lastByTask.set(lease.taskId, lease.id);
  if (!isActive(lease)) return;
  occupy(state, lease);
  releaseReservation(state, lease.repo, lease.id);
}

/** Moves a lease to the closed ones. */
export function putClosed(state: MutableState, lease: ClosedLease): void {
  const before = state.live.get(lease.id);
  if (before !== undefined && isActive(before)) vacate(state, before, lease.endedAt);
  state.live.delete(lease.id);
  state.liveByTask.delete(lease.taskId);
  state.closed.set(lease.id, lease);
  releaseReservation(state, lease.repo, lease.id);
}

function releaseReservation(state: MutableState, repo: RepoSlug, id: LeaseId): void {
  const scope = state.scopes.get(repo);
  if (scope?.reservedFor === id) state.scopes.set(repo, { ...scope, reservedFor: null });
}
