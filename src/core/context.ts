import type { Actor } from './events.ts';
import type { LeaseId, NewId, RepoSlug, RequestId, SourceName, TaskId, WorkerId } from './model/ids.ts';
import type { EndedNotice, ProcessRef } from './model/lease.ts';
import type { Settings } from './model/settings.ts';

/** What a look at a pushed-to worker's endpoint said, before anything is offered to it. */
export type Look =
  | { readonly ok: true; readonly endpointId: string }
  | {
      readonly ok: false;
      readonly reason: 'worker_busy' | 'state_unknown' | 'window_gone' | 'undeliverable' | 'no_worker';
      readonly detail: string;
    };

/** A `next` that waits for work (C6). */
export interface Waiter {
  /** Who called: its request id counts for it (W2). */
  readonly actor: Actor;
  readonly worker: WorkerId;
  readonly session: string | null;
  readonly process: ProcessRef | null;
  readonly repo: RepoSlug | null;
  readonly taskId: TaskId | null;
  readonly ttlMs: number | null;
  readonly request: RequestMark | null;
  /** What the call has told its worker already; the answer carries it (C7). */
  readonly ended: readonly EndedNotice[];
}

/** Idempotency mark of a mutating request (W2). */
export interface RequestMark {
  readonly requestId: RequestId;
  /** Hash of method and parameters. */
  readonly digest: string;
}

/** What was looked at outside the register just before the command: processes, endpoints, work trees, sources. */
export interface Facts {
  /** When each source last gave a good snapshot (C4). */
  readonly goodAt: ReadonlyMap<SourceName, number>;
  /**
   * Leases, running or just ended, whose holder's process has ended or terminal has closed, or can't be looked at and is
   * past its deadline (C7, C13, W6).
   */
  readonly endedHolders: ReadonlySet<LeaseId>;
  /** Workers whose connection closed, and when (W6). */
  readonly detachedAt: ReadonlyMap<WorkerId, number>;
  /** Endpoints of workers that are sent to; a worker without an entry has none. */
  readonly endpoints: ReadonlyMap<WorkerId, Look>;
  /** Repos known to be clean; a lost holder's repo that is not named counts as dirty (C14). */
  readonly cleanRepos: ReadonlySet<RepoSlug>;
  readonly waiters: readonly Waiter[];
}

/** Everything `decide` needs that is not in the register: all of it is injected, so the core has no clock and no chance. */
export interface Context {
  readonly now: number;
  readonly settings: Settings;
  readonly facts: Facts;
  readonly newId: NewId;
  /** The random half of an epoch (C12). */
  readonly newSecret: () => string;
}

export const noFacts: Facts = {
  goodAt: new Map(),
  endedHolders: new Set(),
  detachedAt: new Map(),
  endpoints: new Map(),
  cleanRepos: new Set(),
  waiters: [],
};
