import { hash } from 'node:crypto';
import type { Result as Outcome } from '../../base/result.ts';
import type { ConfigurationLoader } from '../../configuration/startConfiguration.ts';
import type { CallBy, Coordinator } from '../../coordinator/coordinator.ts';
import type { Presence } from '../../coordinator/ports.ts';
import type { NoticeProcess, WorkerTurns } from '../../coordinator/workerTurns.ts';
import type { RequestId } from '../../core/model/ids.ts';
import type { ProcessRef } from '../../core/model/lease.ts';
import type { State } from '../../core/model/state.ts';
import type { Rejection } from '../../core/rejection.ts';
import type { SignalOf } from '../../ipc/runningRequests.ts';
import type { Identity, Session } from '../../ipc/session.ts';
import { fromRejection } from '../../protocol/errors.ts';
import type { MethodName, Params, Result } from '../../protocol/methods.ts';
import type { LastFailure } from '../hostRun.ts';
import type { RestoreInPlace } from '../restoreInPlace.ts';
import type { Vitals } from '../vitals.ts';
import type { Windows } from '../../transports/terminal/windows.ts';
import type { SqliteRegister } from '../../store/sqlite/sqliteRegister.ts';

/** Who is at the other end. */
export interface Caller extends Identity {
  /** Name under which a person's acts are recorded. */
  readonly operator: string;
  /** The process that lives as long as the calling worker (C13). */
  readonly process: ProcessRef | null;
  /** Above the calling process, nearest first; none where their numbers mean nothing here. */
  readonly above: readonly NoticeProcess[];
}

/** What a method has at hand. */
export interface MethodContext {
  readonly coordinator: Coordinator;
  readonly register: SqliteRegister;
  /** Why the host before this one ended, and since when this one runs; null: it did not fail. */
  readonly failure: (LastFailure & { readonly endedAt: number }) | null;
  readonly configuration: ConfigurationLoader;
  readonly presence: Presence;
  readonly vitals: Vitals;
  readonly turns: WorkerTurns;
  readonly windows: Windows;
  readonly root: string;
  readonly session: Session<Caller>;
  readonly restoring: RestoreInPlace;
  /** Of the daily backup; null: the last one went well, or none was due. */
  readonly backupFailure: () => LastFailure | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: SignalOf;
  /** Tells who waits how far it is; for methods that say so. */
  readonly onProgress: (done: number, total: number) => void;
}

export type MethodHandler<M extends MethodName> = (
  params: Params<M>,
  context: MethodContext,
) => Result<M> | Promise<Result<M>>;

/** Handlers of some methods; a forgotten one shows as an unknown method, which is what it is. */
export type Handlers = { readonly [M in MethodName]?: MethodHandler<M> };

/** The answer, or the refusal as an error of the wire. */
export function unwrap<T>(outcome: Outcome<T, Rejection>): T {
  if (outcome.ok) return outcome.value;
  throw fromRejection(outcome.error);
}

/** Without the idempotency key, which is the mark's. */
export function splitRequest<P extends { readonly request_id?: string }>(
  params: P,
): { readonly rest: Omit<P, 'request_id'>; readonly requestId: string | null } {
  const { request_id: requestId, ...rest } = params;
  return { rest, requestId: requestId ?? null };
}

/** Who a command is by, and its idempotency mark (W2). Request ids count per surface and worker. */
export function callBy(
  method: MethodName,
  params: { readonly request_id?: string; readonly worker?: string; readonly repo?: string },
  { session }: MethodContext,
): CallBy {
  const { surface, operator } = session.identity;
  const name = surface === 'operator' ? operator : (params.worker ?? params.repo ?? session.client.name);
  const { rest, requestId } = splitRequest(params);
  if (requestId === null) return { actor: { surface, name } };
  const digest = hash('sha256', `${method} ${JSON.stringify(sorted(rest))}`);
  return { actor: { surface, name }, request: { requestId: requestId as RequestId, digest } };
}

/** The same parameters in another order are the same parameters. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const own = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(own).sort()) copy[key] = sorted(own[key]);
  return copy;
}

/** Title of a task, for views. */
export const titleOf = (state: State, taskId: string): string =>
  state.tasks.get(taskId as never)?.facts.title ?? taskId;
