/**
 * Every method, once: its parameters, its result, the surface it needs, and what a repeat of it does. An operator may call
 * the worker's methods too. Clients and the server take their types from here; `schemas.ts` has the checks.
 */
import type { LeaseState } from '../core/model/lease.ts';
import type { Verdict } from '../core/model/turn.ts';
import type { HelloParams, HelloResult, Surface } from './hello.ts';
import type * as p from './params.ts';
import type * as v from './views.ts';

declare const types: unique symbol;

interface Method<Params, Result> {
  readonly surface: Surface;
  /**
   * `read` changes nothing; `command` changes the register once a `request_id`, also when repeated on another writer (W2);
   * `action` works on something outside the register and is not repeated by itself.
   */
  readonly kind: 'read' | 'command' | 'action';
  /** Only a type. */
  readonly [types]?: readonly [Params, Result];
}

const read = <P, R>(surface: Surface = 'worker'): Method<P, R> => ({ surface, kind: 'read' });
const command = <P, R>(surface: Surface): Method<P & p.Mutation, R> => ({ surface, kind: 'command' });
const action = <P, R>(surface: Surface): Method<P, R> => ({ surface, kind: 'action' });

type None = Record<string, never>;
/** A list says at which position it is true. */
type At<T> = T & { readonly position: number };
type Paged<T> = At<T> & { readonly next_cursor: string | null };
type Call = p.LeaseCallParams;
interface OneLease {
  readonly lease: v.LeaseView;
}
interface OneTask {
  readonly task: v.TaskView;
}

export const methods = {
  /**
   * Adds a task to the source `workspace` (behaviour 1). A plan named for the first time is made, `ready`.
   * `startable_by`: `operator` where what workers add waits for a person (`workerTasks`).
   */
  'task.add': command<p.TaskAddParams, OneTask & { startable_by: 'anyone' | 'operator' }>('worker'),
  /** Tasks of all sources, in the order in which they were first seen. */
  'task.list': read<p.TaskListParams, Paged<{ tasks: readonly v.TaskView[] }>>(),
  /** One task, with everything that hangs on it. */
  'task.show': read<
    p.TaskParams,
    At<
      OneTask & {
        leases: readonly v.LeaseView[];
        questions: readonly v.QuestionView[];
        decisions: readonly v.DecisionView[];
      }
    >
  >(),
  /** Changes a task of the source `workspace`; only what is given. */
  'task.update': command<p.TaskUpdateParams, OneTask>('operator'),
  /** Stops the task: its lease ends `cancelled`, whatever its source says (C5). */
  'task.cancel': command<p.TaskParams, OneTask>('operator'),
  /** Allows new work on a task that is done or was cancelled: a new generation, so a new revision (C5). */
  'task.reopen': command<p.TaskParams, OneTask>('operator'),
  /** Moves a pending lease in its queue. `before`: the task to go before; null: to the end. */
  'task.reorder': command<p.TaskParams & { before: string | null }, OneLease>('operator'),
  /** Clears the gate on the title of one task (C15). */
  'task.clear_gate': command<p.TaskParams, OneTask>('operator'),

  /** Every repo with who has it, and why nobody may. */
  'scope.list': read<None, At<{ scopes: readonly v.ScopeView[] }>>(),
  /** Nothing new is dispatched into the repo; what runs goes on (C6). */
  'scope.pause': command<p.RepoParams, { repo: string }>('operator'),
  /** Ends a pause. */
  'scope.resume': command<p.RepoParams, { repo: string }>('operator'),
  /** A person becomes the holder of the repo until `scope.release` (C6). */
  'scope.take': command<p.RepoParams, { repo: string }>('operator'),
  /** Gives the repo back. */
  'scope.release': command<p.RepoParams, { repo: string }>('operator'),

  /** Offer and ack in one commit: the next piece of work for a worker (C12). No grant: `held` says why for each candidate, at most 20; `ended`: leases it lost without knowing (C7). */
  'lease.next': command<
    p.LeaseNextParams,
    {
      grant: v.GrantView | null;
      held: readonly v.HeldView[];
      ended: readonly v.EndedNoticeView[];
    }
  >('worker'),
  /** Takes an offered lease: mints its epoch (C12). A repeat by the holder gives the same answer. */
  'lease.ack': command<Call & p.TakeParams & p.TtlParams, v.GrantView>('worker'),
  /** The holder lives: the deadline moves once half of the time is used up (C16). */
  'lease.renew': command<Call, { lease_id: string; deadline_at: number | null }>('worker'),
  /**
   * The end of a turn (T1): answers whether to go on, and with which decisions. `voided`: decisions it was shown whose effect
   * a new gate has ended (T8).
   */
  'lease.turn': command<
    p.LeaseTurnParams,
    {
      verdict: Verdict;
      reason: 'gated' | 'context' | null;
      advice: string | null;
      decisions: readonly v.DecisionView[];
      voided: readonly string[];
      deadline_at: number | null;
    }
  >('worker'),
  /**
   * Records a hand-over and closes the lease; the child goes on from it (C17). `child` may be stopped already
   * (`chain_limit`).
   */
  'lease.checkpoint': command<
    p.LeaseCheckpointParams,
    OneLease & { child: v.LeaseView; warnings: readonly string[] }
  >('worker'),
  /** The work is done. It may carry a checkpoint. */
  'lease.complete': command<p.LeaseCompleteParams, OneLease & { warnings: readonly string[] }>('worker'),
  /** The work failed. With `retryable` a successor is made (C14). */
  'lease.fail': command<p.LeaseFailParams, OneLease & { successor: v.LeaseView | null }>('worker'),
  /** Gives the lease back undone; a successor is made that the same worker is not offered again (C14). */
  'lease.release': command<Call, OneLease & { successor: v.LeaseView | null }>('worker'),
  /** Gives a successor that nobody was offered yet back to its old holder, under a new epoch (C14). */
  'lease.rearm': command<Call & p.TakeParams, v.GrantView>('worker'),
  /** All leases that are not archived, in the order in which they were made. */
  'lease.list': read<p.LeaseListParams, Paged<{ leases: readonly v.LeaseView[] }>>(),
  /** One lease, or the live one of a task, else its last. */
  'lease.show': read<
    p.LeaseOrTaskParams,
    At<OneLease & { prompt: string; checkpoint: v.CheckpointView | null }>
  >(),
  /** Its prompt, the same bytes each time (C9). */
  'lease.prompt': read<p.LeaseOrTaskParams, { lease_id: string; state: LeaseState; prompt: string }>(),
  /** Ends a lease in the name of a person; its worker learns it at its next call. */
  'lease.stop': command<Call & { note?: string }, OneLease>('operator'),
  /** Sends the offer of a lease now, also where its worker looks busy or unknown. */
  'lease.send': command<Call, OneLease>('operator'),
  /**
   * Goes on in a repo with uncommitted changes of the holder before (C14), or after a checkpoint that is blocked.
   */
  'lease.continue': command<Call, OneLease>('operator'),

  /**
   * Asks a person, and returns at once with the id (T7). The answer comes as a decision with the next turn.
   */
  'question.ask': command<p.QuestionAskParams, { question: v.QuestionView }>('worker'),
  /** Answers when it is no longer open, or after `wait_ms` (90,000 when not given) as it is. */
  'question.wait': read<
    { question: string; wait_ms?: number },
    { question: v.QuestionView; decision: v.DecisionView | null }
  >(),
  /** Questions, the oldest first. */
  'question.list': read<p.QuestionListParams, Paged<{ questions: readonly v.QuestionView[] }>>(),
  /** Answers a question: makes a decision of it (T8). */
  'question.answer': command<
    { question: string; value: string },
    { question: v.QuestionView; decision: v.DecisionView }
  >('operator'),
  /** Closes a question without an answer. */
  'question.close': command<{ question: string }, { question: v.QuestionView }>('operator'),
  /** Tells the worker of a task something, at its next turn (T1). */
  'decision.record': command<p.TaskParams & { value: string }, { decision: v.DecisionView }>('operator'),
  /** Decisions with their three times: recorded, delivered, shown (T8). */
  'decision.list': read<p.Page & { task?: string }, Paged<{ decisions: readonly v.DecisionView[] }>>(),

  /**
   * What happened to a task, lease or worker (C20). `next`: the position to go on from; null at the end. Of a lease or task it tells what is archived too; `unreadable`:
   * files of the archive that hold more of it and can't be read. Without one a `from` that is archived is `gone`.
   */
  'history.list': read<
    p.HistoryParams,
    At<{ events: readonly v.EventView[]; next: number | null; unreadable?: readonly string[] }>
  >(),
  /**
   * Sends `event` for each position from `from` on (without it: from now on); a second call replaces the first. Where some
   * of them are archived it is `gone`, with `oldest`, the first position from which on all are there.
   */
  'events.subscribe': read<{ from?: number }, At<unknown>>(),
  /** How everything is, a row each, with what to do (T6). */
  'health.show': read<None, At<v.HealthView>>(),

  /** Makes a `poll` worker known that the configuration does not name (C21). */
  'worker.register': command<{ worker: string; repo?: string }, { worker: string; repos: readonly string[] }>(
    'worker',
  ),
  /** What an agent's hook says of its turns; a transport that types goes by the last one. */
  'worker.notice': action<p.WorkerNoticeParams, { worker: string; notice: p.WorkerNotice }>('worker'),
  /** The terminal that a worker last called from, and the window that has it; `window` null: none has. */
  'worker.locate': read<{ worker: string }, { worker: string; pid: number | null; window: string | null }>(),
  /** Workers, with what they do and whether they are there (C13). */
  'worker.list': read<None, At<{ workers: readonly v.WorkerView[] }>>(),

  /** Receipts that their source has not acknowledged yet (C19). `waits`: for each of their sources why, and until when. */
  'receipts.list': read<
    p.Page,
    Paged<{ receipts: readonly v.ReceiptView[]; waits: readonly v.ReceiptWaitView[] }>
  >(),
  /** Sends the pending receipts that are due now. */
  'receipts.project': action<None, { acknowledged: number; pending: number }>('worker'),
  /** Reads one source, or all of them, and dispatches. */
  'source.refresh': action<{ source?: string }, At<{ refreshed: readonly string[] }>>('worker'),

  /**
   * Makes a checked copy (S3). Without `path`: in the backups' own folder, of which the newest 10 and one of each of the
   * last 14 days are kept.
   */
  'store.backup': action<{ path?: string }, At<{ path: string; bytes: number }>>('operator'),
  /**
   * Replaces the register by a backup, which is checked first; what it replaces is backed up first (S3). `path` is
   * absolute; `check`: only look at it. After the answer the coordinator moves. `replaced`: where what was there is kept.
   */
  'store.restore': action<
    { path: string; check?: boolean },
    At<{ replaced: string | null; backup: v.StoredView; current: v.StoredView | null }>
  >('operator'),
  /** Replays every event and compares every projection; refreshes `signalbox.db`. Tells its progress. */
  'store.verify': action<None, At<{ ok: boolean; events: number; problems: readonly string[] }>>('worker'),
  /**
   * Runs retention, makes a new snapshot, whose tables are mended where a replay differs, and a new journal; removes
   * spare backups. Bytes are those
   * of journal and snapshot. Tells its progress.
   */
  'store.compact': action<
    None,
    At<{ bytes_before: number; bytes_after: number; removed: { files: number; bytes: number } }>
  >('operator'),
  /** What is in force, and what waits for a person (C22). */
  'config.show': read<None, v.ConfigView>(),
  /** Puts into force what waits; the digest says what was looked at (C22). */
  'config.confirm': command<{ digest: string }, { digest: string }>('operator'),
} as const;

type Methods = typeof methods;
export type MethodName = keyof Methods;
export type Params<M extends MethodName> = Methods[M] extends Method<infer P, unknown> ? P : never;
export type Result<M extends MethodName> = Methods[M] extends Method<unknown, infer R> ? R : never;
/** Methods that take a `request_id`. */
export type CommandName = { [M in MethodName]: Methods[M]['kind'] extends 'command' ? M : never }[MethodName];

/** Methods that are about the store as a whole. */
export type StoreMethod = Extract<MethodName, `store.${string}`>;

export const isMethod = (name: string): name is MethodName => Object.hasOwn(methods, name);
/** Changes the register, and takes a `request_id`. */
export const isMutating = (name: MethodName): boolean => methods[name].kind === 'command';

/** First on every connection; not part of the table, since nothing else may be called before it. */
export interface HelloMethod {
  readonly params: HelloParams;
  readonly result: HelloResult;
}

/** Requests from the server to the window that owns a worker's terminal. */
export interface ServerMethods {
  /** Deliver this lease, or look at the terminal without touching it; answer what is true of it, never more (C8). */
  'endpoint.offer': { params: p.EndpointOfferParams; result: v.EndpointView };
}

/** Notifications of the server. */
export interface ServerNotifications {
  event: v.EventView;
  /** The reader was too slow: nothing more comes; subscribe again from this position. */
  'events.cut_off': { resume_from: number };
}

/**
 * Notification of the server about a request that runs: so many steps of how many. Comes any number of times before the
 * answer, from methods that say so; `done` never falls. Steps are events, or rows that are compared.
 */
export interface Progress {
  /** Its id. */
  readonly request: number | string;
  readonly done: number;
  readonly total: number;
}
export const PROGRESS = 'progress';

/**
 * Notification of a client: it no longer wants the answer. The request is still answered, done or not. Work that tells its
 * progress is ended, as it is when the connection closes.
 */
export const CANCEL = '$/cancelRequest';
