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
  'task.add': command<p.TaskAddParams, OneTask & { startable_by: 'anyone' | 'operator' }>('worker'),
  'task.list': read<p.TaskListParams, Paged<{ tasks: readonly v.TaskView[] }>>(),
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
  'task.update': command<p.TaskUpdateParams, OneTask>('operator'),
  'task.cancel': command<p.TaskParams, OneTask>('operator'),
  'task.reopen': command<p.TaskParams, OneTask>('operator'),
  /** `before`: the task to go before; null: to the end. */
  'task.reorder': command<p.TaskParams & { before: string | null }, OneLease>('operator'),
  'task.clear_gate': command<p.TaskParams, OneTask>('operator'),

  'scope.list': read<None, At<{ scopes: readonly v.ScopeView[] }>>(),
  'scope.pause': command<p.RepoParams, { repo: string }>('operator'),
  'scope.resume': command<p.RepoParams, { repo: string }>('operator'),
  'scope.take': command<p.RepoParams, { repo: string }>('operator'),
  'scope.release': command<p.RepoParams, { repo: string }>('operator'),

  /** No grant: `held` says why for each candidate, at most 20; `ended`: leases it lost without knowing (C7). */
  'lease.next': command<
    p.LeaseNextParams,
    {
      grant: v.GrantView | null;
      held: readonly v.HeldView[];
      ended: readonly v.EndedNoticeView[];
    }
  >('worker'),
  'lease.ack': command<Call & p.TakeParams & p.TtlParams, v.GrantView>('worker'),
  'lease.renew': command<Call, { lease_id: string; deadline_at: number | null }>('worker'),
  /** `voided`: decisions it was shown whose effect a new gate has ended (T8). */
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
  'lease.checkpoint': command<
    p.LeaseCheckpointParams,
    OneLease & { child: v.LeaseView; warnings: readonly string[] }
  >('worker'),
  'lease.complete': command<p.LeaseCompleteParams, OneLease & { warnings: readonly string[] }>('worker'),
  'lease.fail': command<p.LeaseFailParams, OneLease & { successor: v.LeaseView | null }>('worker'),
  'lease.release': command<Call, OneLease & { successor: v.LeaseView | null }>('worker'),
  'lease.rearm': command<Call & p.TakeParams, v.GrantView>('worker'),
  'lease.list': read<p.LeaseListParams, Paged<{ leases: readonly v.LeaseView[] }>>(),
  'lease.show': read<
    p.LeaseOrTaskParams,
    At<OneLease & { prompt: string; checkpoint: v.CheckpointView | null }>
  >(),
  'lease.prompt': read<p.LeaseOrTaskParams, { lease_id: string; state: LeaseState; prompt: string }>(),
  'lease.stop': command<Call & { note?: string }, OneLease>('operator'),
  'lease.send': command<Call, OneLease>('operator'),
  'lease.continue': command<Call, OneLease>('operator'),

  'question.ask': command<p.QuestionAskParams, { question: v.QuestionView }>('worker'),
  /** Answers when it is no longer open, or after `wait_ms` (90,000 when not given) as it is. */
  'question.wait': read<
    { question: string; wait_ms?: number },
    { question: v.QuestionView; decision: v.DecisionView | null }
  >(),
  'question.list': read<p.QuestionListParams, Paged<{ questions: readonly v.QuestionView[] }>>(),
  'question.answer': command<
    { question: string; value: string },
    { question: v.QuestionView; decision: v.DecisionView }
  >('operator'),
  'question.close': command<{ question: string }, { question: v.QuestionView }>('operator'),
  'decision.record': command<p.TaskParams & { value: string }, { decision: v.DecisionView }>('operator'),
  'decision.list': read<p.Page & { task?: string }, Paged<{ decisions: readonly v.DecisionView[] }>>(),

  /** `next`: the position to go on from; null at the end. */
  'history.list': read<p.HistoryParams, At<{ events: readonly v.EventView[]; next: number | null }>>(),
  /** Sends `event` for each position from `from` on (without it: from now on); a second call replaces the first. */
  'events.subscribe': read<{ from?: number }, At<unknown>>(),
  'health.show': read<None, At<v.HealthView>>(),

  'worker.register': command<{ worker: string; repo?: string }, { worker: string; repos: readonly string[] }>(
    'worker',
  ),
  'worker.list': read<None, At<{ workers: readonly v.WorkerView[] }>>(),

  'receipts.list': read<p.Page, Paged<{ receipts: readonly v.ReceiptView[] }>>(),
  'receipts.project': action<None, { acknowledged: number; pending: number }>('worker'),
  'source.refresh': action<{ source?: string }, At<{ refreshed: readonly string[] }>>('worker'),

  /** `path` null: the backups' own folder. */
  'store.backup': action<{ path?: string }, At<{ path: string; bytes: number }>>('operator'),
  'store.restore': action<{ path: string }, At<{ replaced: string }>>('operator'),
  'store.verify': action<None, At<{ ok: boolean; events: number; problems: readonly string[] }>>('worker'),
  'store.compact': action<None, At<{ bytes_before: number; bytes_after: number }>>('operator'),
  'config.show': read<None, v.ConfigView>(),
  'config.confirm': command<{ digest: string }, { digest: string }>('operator'),
} as const;

type Methods = typeof methods;
export type MethodName = keyof Methods;
export type Params<M extends MethodName> = Methods[M] extends Method<infer P, unknown> ? P : never;
export type Result<M extends MethodName> = Methods[M] extends Method<unknown, infer R> ? R : never;
/** Methods that take a `request_id`. */
export type CommandName = { [M in MethodName]: Methods[M]['kind'] extends 'command' ? M : never }[MethodName];

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
  'endpoint.offer': {
    params: {
      worker: string;
      /** The worker's process, by which the window finds the terminal. */
      process: { pid: number; started_at: number } | null;
      /** Null: only look. `prompt` is one line that points at `signalbox`. */
      offer: { lease: string; message_id: string; attempt: number; term: number; prompt: string } | null;
    };
    result: {
      endpoint_id: string | null;
      state: 'queued' | 'injected' | 'failed' | 'undeliverable' | 'ready' | 'busy' | 'unknown';
      reason: string | null;
    };
  };
}

/** Notifications of the server. */
export interface ServerNotifications {
  event: v.EventView;
  /** The reader was too slow: nothing more comes; subscribe again from this position. */
  'events.cut_off': { resume_from: number };
}

/** Notification of a client: it no longer wants the answer. The request is still answered, done or not. */
export const CANCEL = '$/cancelRequest';
