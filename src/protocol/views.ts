/**
 * What clients see, in the wire's own words (snake_case). Instants are epoch milliseconds. An epoch is only ever in a
 * `GrantView`, which goes to its holder alone: everything else shows its counter.
 */
import type { LeaseSource, LeaseState, TransportState } from '../core/model/lease.ts';
import type { TransportKind } from '../core/model/settings.ts';
import type { GateName } from '../core/model/task.ts';

/** What is true of the delivery of a lease's one message (C8). `state` null: the send has no answer yet. */
export interface TransportView {
  readonly endpoint_id: string | null;
  readonly message_id: string;
  readonly state: TransportState | null;
  readonly reason: string | null;
}

export interface LeaseView {
  readonly id: string;
  readonly trigger_id: string;
  readonly source: LeaseSource;
  /** External id of the task or message; for a child or successor the trigger id it came from (C14, C17). */
  readonly source_id: string;
  readonly task_id: string;
  readonly repo: string;
  /** Offered to, held by, or last held by; null when a person holds it or nobody has it. */
  readonly worker: string | null;
  readonly state: LeaseState;
  readonly reason: string | null;
  /** Sends so far. */
  readonly attempt: number;
  readonly transport: TransportView | null;
  readonly epoch_counter: number | null;
  readonly created_at: number;
  /** When a backoff ends. */
  readonly due_at: number | null;
  /** When an offer or an acknowledged lease runs out; null while a question stops the clock (C13). */
  readonly deadline_at: number | null;
  /** The lease that it goes on from. */
  readonly parent: string | null;

  /** Title of its task. */
  readonly title: string;
  /** More on the reason, in ids a person can look up. */
  readonly detail: string | null;
  /** The gate that stopped it: its name, never its text (C15). */
  readonly gate: GateName | null;
  /** A person is asked something on its behalf (T7). */
  readonly question_open: boolean;
  /** The person who holds or held it (W5). */
  readonly operator: string | null;
  readonly acknowledged_at: number | null;
  readonly ended_at: number | null;
  /** The child or successor that goes on from it. */
  readonly next: string | null;
  /** Checkpoints before it in its chain (C17). */
  readonly continuation: number;
  /** Place in the queue: smaller goes first (C6). */
  readonly rank: number;
}

export interface CheckpointView {
  readonly summary?: string;
  readonly next_action?: string;
  readonly blocked_reason?: string;
  readonly files_changed?: readonly string[];
}

export interface DecisionView {
  readonly id: string;
  readonly task_id: string;
  readonly value: string;
  readonly revision: string;
  readonly recorded_at: number;
  readonly delivered_at: number | null;
  readonly shown_at: number | null;
  /** A gate came after it: the record stays, its effect is void (T8). */
  readonly voided: boolean;
  readonly question_id: string | null;
}

export interface QuestionView {
  readonly id: string;
  readonly task_id: string;
  readonly lease_id: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly free_text: boolean;
  readonly asked_at: number;
  readonly state: 'open' | 'answered' | 'moot';
  readonly decision_id: string | null;
  readonly title: string;
}

export interface TaskView {
  readonly id: string;
  readonly source: string;
  readonly external_id: string;
  readonly kind: 'task' | 'message';
  readonly title: string;
  /** What its source says. */
  readonly status: string;
  readonly plan: string | null;
  readonly repo: string;
  readonly to_worker: string | null;
  /** Gates in force (C15). */
  readonly gates: readonly GateName[];
  readonly action_classes: readonly string[];
  /** The gates' texts, for a person's eyes: null on the worker surface. */
  readonly notes: { readonly intervention_note: string; readonly blocking_reason: string } | null;
  readonly revision: string;
  readonly cancelled: boolean;
  readonly created_at: number;
  /** Its newest lease. */
  readonly lease_id: string | null;
  readonly lease_state: LeaseState | null;
}

export interface WorkerView {
  readonly id: string;
  readonly repos: readonly string[];
  readonly transport: TransportKind;
  /** Left too many offers unanswered; any call of it ends that (C11). */
  readonly is_skipped: boolean;
  /** When its last lease ended; null: never had one. */
  readonly idle_since_at: number | null;
  readonly presence: 'present' | 'absent' | 'unknown';
  readonly pid: number | null;
  /** The lease that occupies it. */
  readonly lease_id: string | null;
}

/**
 * What is true of a worker's terminal, as the window says that was asked. `ready`: it may be typed into. `busy`, `unknown`,
 * `idle`: it may not now, since its worker works, that can't be told, or no agent runs in it. `left`: the line was typed and
 * not entered.
 */
export interface EndpointView {
  /** Null: no terminal of this window is the worker's. */
  readonly endpoint_id: string | null;
  /** Of the terminal's first process, which ends with it. */
  readonly pid: number | null;
  readonly state: 'not_here' | 'ready' | 'busy' | 'unknown' | 'idle' | 'injected' | 'left';
  /** With what to do, where something is in the way. */
  readonly reason: string | null;
}

/** A repo as a stretch of line with one token (C6). */
export interface ScopeView {
  readonly repo: string;
  readonly path: string | null;
  readonly is_paused: boolean;
  /** The person who holds it. */
  readonly taken_by: string | null;
  readonly taken_at: number | null;
  /** Its last holder has not been told yet that it lost its lease (C7). */
  readonly draining: {
    readonly lease_id: string;
    readonly worker: string;
    readonly deadline_at: number;
  } | null;
  /** A child that has it until its first offer (C17). */
  readonly reserved_for: string | null;
  /** The active lease. */
  readonly lease_id: string | null;
}

/** What the source of a task is told of one move (C18). */
export interface ReceiptView {
  readonly id: string;
  readonly lease_id: string;
  readonly trigger_id: string;
  readonly source: string;
  readonly external_id: string;
  readonly repo: string;
  readonly state: LeaseState;
  readonly reason: string | null;
  readonly attempt: number;
  readonly transport_state: TransportState | null;
  readonly at: number;
}

/** Why the pending receipts of one source wait (C19). */
export interface ReceiptWaitView {
  readonly source: string;
  /** How many of them there are, on other pages too. */
  readonly receipts: number;
  /** What went wrong with the last try, in plain words; `due now` before the first. */
  readonly reason: string;
  /** What to do, one sentence; null when there is nothing to do. */
  readonly next: string | null;
  /** Tries that failed one after another. */
  readonly failures: number;
  /** When they are sent again; null: none is set, since they are due now or their source is no longer configured. */
  readonly next_try_at: number | null;
}

/** An event of the register; `data` has its fields in snake_case, without epochs, sessions and stored answers. */
export interface EventView {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: number;
  readonly actor: { readonly surface: 'system' | 'worker' | 'operator'; readonly name: string };
  readonly request_id: string | null;
  readonly task_id: string | null;
  readonly lease_id: string | null;
  readonly worker: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export type HealthGroup =
  | 'coordinator'
  | 'store'
  | 'configuration'
  | 'source'
  | 'worker'
  | 'session'
  | 'transport'
  | 'scope'
  | 'task'
  | 'receipts'
  | 'ipc';

export interface HealthRow {
  /** Stable, so that only changed rows refresh; a session's row is keyed by its task id (T6). */
  readonly id: string;
  readonly group: HealthGroup;
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'error';
  readonly reason: string;
  /** What to do, one sentence; null when there is nothing to do. */
  readonly next: string | null;
}

/** Who has the store and serves it. */
export interface WriterView {
  /** A window of VS Code, or a process of its own: `signalbox serve`. */
  readonly runs_in: 'window' | 'serve';
  readonly pid: number;
  readonly host: string;
  readonly term: number;
  /** Since when it serves. */
  readonly since: number;
}

export interface HealthView {
  readonly rows: readonly HealthRow[];
  readonly writer: WriterView;
  readonly at: number;
}

/** What a worker gets when it takes a lease; the only view with an epoch. */
export interface GrantView {
  readonly lease: LeaseView;
  readonly epoch: string;
  readonly deadline_at: number | null;
  readonly prompt: string;
  /** Decisions its session has not reported as shown (T4). */
  readonly decisions: readonly DecisionView[];
}

/** A lease that ended without its holder, told to it once (C7). */
export interface EndedNoticeView {
  readonly lease_id: string;
  readonly state: LeaseState;
  readonly reason: string | null;
}

/** Why a lease was not handed out. */
export interface HeldView {
  readonly lease_id: string;
  readonly reason: string;
  readonly detail: string;
}

export interface ConfigView {
  /** Null: no valid one was ever in force, nothing is dispatched (C21). */
  readonly in_force: Readonly<Record<string, unknown>> | null;
  readonly path: string;
  /** Of the file as it is; names the key, the value's type and the rule. */
  readonly error: string | null;
  /** Keys whose new values wait for an operator (C22), and the digest that confirms them. */
  readonly unconfirmed: { readonly keys: readonly string[]; readonly digest: string } | null;
}

/** What a register holds, as far as a person needs it to choose. */
export interface StoredView {
  readonly events: number;
  /** Of the last event, epoch milliseconds; null: there is none. */
  readonly last_at: number | null;
}
