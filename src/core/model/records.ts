import type {
  DecisionId,
  LeaseId,
  QuestionId,
  ReceiptId,
  RepoSlug,
  RequestId,
  Revision,
  SessionKey,
  SourceName,
  TaskId,
  TriggerId,
  WorkerId,
} from './ids.ts';
import type { LeaseState, ProcessRef, TransportState } from './lease.ts';

/** A worker as the register knows it; configured ones appear with their first event. */
export interface WorkerRecord {
  readonly id: WorkerId;
  /** Repos it registered itself for; null: it is configured, and the settings say (C21). */
  readonly registeredRepos: readonly RepoSlug[] | null;
  /** Left `maxAttempts` offers unanswered: skipped until it calls (C11). */
  readonly isSkipped: boolean;
  /** When its last lease ended; 0: never had one. The one idle longest goes first (C6). */
  readonly idleSinceAt: number;
  readonly process: ProcessRef | null;
}

/** A stretch of line: a repo. Only what differs from free and running is stored. */
export interface ScopeRecord {
  readonly repo: RepoSlug;
  readonly isPaused: boolean;
  /** A person holds it (C6). */
  readonly takenBy: string | null;
  readonly takenAt: number | null;
  /** Its last holder has not been told yet that it lost its lease (C7). */
  readonly draining: {
    readonly leaseId: LeaseId;
    readonly worker: WorkerId;
    /** After it an absent holder need not be told. */
    readonly deadlineAt: number;
    readonly hasProcess: boolean;
  } | null;
  /** A child that has it until its first offer (C17). */
  readonly reservedFor: LeaseId | null;
}

export interface Question {
  readonly id: QuestionId;
  readonly taskId: TaskId;
  readonly leaseId: LeaseId;
  readonly text: string;
  readonly options: readonly string[];
  readonly freeText: boolean;
  readonly askedAt: number;
  readonly state: 'open' | 'answered' | 'moot';
  readonly decisionId: DecisionId | null;
}

/** A person's word on a task. Recorded, delivered and shown are three things, each with its time (T8). */
export interface Decision {
  readonly id: DecisionId;
  readonly taskId: TaskId;
  readonly value: string;
  readonly revision: Revision;
  readonly recordedAt: number;
  readonly deliveredAt: number | null;
  readonly shownAt: number | null;
  /** A new gate came: the record stays, its effect is void (T8). */
  readonly isVoided: boolean;
  /** Id at its source, for one that a reconcile found. */
  readonly externalId: string | null;
  readonly questionId: QuestionId | null;
  /** Sessions that reported it as shown; they never get it again (T3). */
  readonly shownTo: readonly SessionKey[];
  /** Sessions that had it and reported that they know it is void. */
  readonly voidKnownTo: readonly SessionKey[];
}

/** What its source may know of a lease's move: this list and nothing else (C18). */
export interface Receipt {
  readonly id: ReceiptId;
  readonly leaseId: LeaseId;
  readonly triggerId: TriggerId;
  readonly source: SourceName;
  readonly externalId: string;
  readonly repo: RepoSlug;
  readonly state: LeaseState;
  readonly reason: string | null;
  readonly attempt: number;
  readonly transportState: TransportState | null;
  readonly at: number;
}

/** An accepted mutation under a request id: a repeat gets the same answer (W2). */
export interface RequestRecord {
  /** `<surface>:<worker or name>:<request id>`. */
  readonly key: string;
  readonly requestId: RequestId;
  /** Of the parameters: the same id with others is refused. */
  readonly digest: string;
  readonly answer: unknown;
  readonly at: number;
}
