import type { EventType, RegisterEventOf } from '../events.ts';
import type { RepoSlug, WorkerId } from '../model/ids.ts';
import type { ScopeRecord, WorkerRecord } from '../model/records.ts';
import type { MutableState } from '../model/state.ts';
import { forgetRequests } from './forgetRequests.ts';
import { putLive, scopeOf, workerRecord } from './leaseIndex.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

function setScope(state: MutableState, repo: RepoSlug, change: Partial<ScopeRecord>): void {
  state.scopes.set(repo, { ...scopeOf(state, repo), ...change });
}

function setWorker(state: MutableState, id: WorkerId, change: Partial<WorkerRecord>): void {
  state.workers.set(id, { ...workerRecord(state, id), ...change });
}

/** Folds of scopes, workers, receipts and requests. */
export const foldScope = {
  ScopePaused: (state, { data }) => {
    setScope(state, data.repo, { isPaused: true });
  },
  ScopeResumed: (state, { data }) => {
    setScope(state, data.repo, { isPaused: false });
  },
  ScopeTaken: (state, { at, data }) => {
    setScope(state, data.repo, { takenBy: data.by, takenAt: at });
  },
  ScopeReleased: (state, { data }) => {
    setScope(state, data.repo, { takenBy: null, takenAt: null });
  },
  ScopeDraining: (state, { data }) => {
    const { repo, leaseId, worker, deadlineAt, hasProcess } = data;
    setScope(state, repo, { draining: { leaseId, worker, deadlineAt, hasProcess } });
  },
  ScopeDrained: (state, { data }) => {
    setScope(state, data.repo, { draining: null });
  },
  WorkerRegistered: (state, { data }) => {
    setWorker(state, data.worker, { registeredRepos: data.repos, process: data.process });
  },
  WorkerSkipped: (state, { data }) => {
    setWorker(state, data.worker, { isSkipped: true });
  },
  WorkerHeard: (state, { at, data }) => {
    setWorker(state, data.worker, { isSkipped: false });
    for (const lease of [...state.live.values()]) {
      if (lease.lastWorker === data.worker && lease.unanswered > 0)
        putLive(state, { ...lease, unanswered: 0 }, at);
    }
  },
  ReceiptsAcknowledged: (state, { data }) => {
    for (const id of data.receiptIds) state.outbox.delete(id);
  },
  RequestAccepted: (state, { at, data }) => {
    const { key, requestId, digest, answer } = data;
    state.requests.set(key, { key, requestId, digest, answer, at });
    forgetRequests(state, at);
  },
  /** Kept for the history; the digest in force lives outside the workspace (C22). */
  ConfigurationConfirmed: () => undefined,
} satisfies { [T in EventType]?: Fold<T> };
