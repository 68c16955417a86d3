/** Parameters of the methods, as they are on the wire. Rules of content are the core's (W1); shapes are schemas.ts's. */
import type { LeaseState } from '../core/model/lease.ts';
import type { Usage, Verdict } from '../core/model/turn.ts';
import type { CheckpointView } from './views.ts';

export interface Mutation {
  /** Idempotency key: a UUIDv7, kept 7 days (W2). */
  readonly request_id?: string;
}

export interface Page {
  /** 200 when not given. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
}

export interface LeaseCallParams {
  readonly lease?: string;
  /** In place of the lease: the task's live one. */
  readonly task?: string;
  /** The repo's slug when not given (behaviour 3). */
  readonly worker?: string;
  /** Of its grant; after `lease.ack` every call of the holder carries it. */
  readonly epoch?: string;
  readonly repo?: string;
}

export interface TakeParams {
  /** The agent session that will hold the lease; without it the calling process does (C12). */
  readonly session?: string;
}

export interface TtlParams {
  /** How long it may be silent before it loses the lease (C13); `leaseTtl` when not given. */
  readonly ttl_ms?: number;
}

export interface TaskAddParams extends Mutation {
  readonly title: string;
  readonly repo?: string;
  readonly plan?: string;
  /** Plan or task ids that it waits for. */
  readonly after?: readonly string[];
  readonly action_classes?: readonly string[];
}

export interface TaskUpdateParams extends Mutation {
  readonly task: string;
  readonly title?: string;
  readonly plan?: string | null;
  readonly status?: string;
  readonly needs_human?: boolean;
  readonly intervention_note?: string;
  readonly blocking_reason?: string;
  readonly action_classes?: readonly string[];
}

export interface TaskParams {
  readonly task: string;
}

export interface RepoParams {
  readonly repo: string;
}

export interface TaskListParams extends Page {
  readonly source?: string;
  readonly repo?: string;
  /** As it counts here: a task that an operator cancelled is `cancel`, whatever its source says. */
  readonly status?: string;
  /** True: only tasks that a gate keeps from being done (C15). */
  readonly gated?: boolean;
}

export interface LeaseNextParams extends Mutation, TakeParams, TtlParams {
  readonly worker?: string;
  readonly repo?: string;
  readonly task?: string;
  /** How long to wait for work; the answer has no grant when it runs out. */
  readonly wait_ms?: number;
}

export interface LeaseTurnParams extends LeaseCallParams, Mutation {
  readonly verdict: Verdict;
  /** Ids of decisions that this session has been shown (T3). */
  readonly shown?: readonly string[];
  readonly usage?: Usage;
}

/**
 * Its turn ended and it waits for a prompt; a prompt has been given to it; it asks a person for a permission; it has ended.
 */
export const workerNotices = ['turn_ended', 'prompt', 'permission', 'session_ended'] as const;
export type WorkerNotice = (typeof workerNotices)[number];

export interface WorkerNoticeParams {
  readonly worker: string;
  readonly notice: WorkerNotice;
}

/** What a coordinator asks a window: deliver an offer into the terminal of a worker, or only look at it. */
export interface EndpointOfferParams {
  readonly worker: string;
  /** Above the process of the worker's last call, nearest first: the window that has one of them as a terminal owns it. */
  readonly processes: readonly {
    readonly pid: number;
    readonly started_at: number;
    /** A terminal's shell, which reads from a person. */
    readonly is_shell: boolean;
  }[];
  /** When the worker's turn ended, epoch milliseconds: nobody may have typed since. Null: a person said Send. */
  readonly turn_ended_at: number | null;
  /** Null: only look. */
  readonly offer: {
    readonly message_id: string;
    readonly attempt: number;
    readonly term: number;
    /** One line that points at `signalbox`. */
    readonly line: string;
    /** Epoch milliseconds after which nothing more is typed. */
    readonly until: number;
  } | null;
}

export interface LeaseListParams extends Page {
  readonly states?: readonly LeaseState[];
  readonly task?: string;
  readonly worker?: string;
  readonly repo?: string;
}

/** One of both. */
export interface LeaseOrTaskParams {
  readonly lease?: string;
  readonly task?: string;
}

export interface LeaseCheckpointParams extends LeaseCallParams, Mutation {
  /** At most 64 KiB; unknown keys are dropped with a warning (W3). */
  readonly checkpoint: CheckpointView;
}

export interface LeaseCompleteParams extends LeaseCallParams, Mutation {
  readonly checkpoint?: CheckpointView;
}

export interface LeaseFailParams extends LeaseCallParams, Mutation {
  readonly reason: string;
  /** Whether a successor may try again (C14). */
  readonly retryable?: boolean;
}

export interface QuestionAskParams extends LeaseCallParams, Mutation {
  readonly text: string;
  readonly options?: readonly string[];
  readonly free_text?: boolean;
}

export interface QuestionListParams extends Page {
  readonly state?: 'open' | 'answered' | 'moot';
  readonly task?: string;
}

export interface HistoryParams {
  readonly task?: string;
  readonly lease?: string;
  readonly worker?: string;
  /** First position wanted; the oldest kept one when not given. */
  readonly from?: number;
  readonly limit?: number;
}
