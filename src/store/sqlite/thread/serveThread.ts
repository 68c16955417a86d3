import type { MessagePort } from 'node:worker_threads';
import { RegisterFault, type RegisterFaultKind } from '../../../coordinator/ports.ts';
import type { ThreadCall, ThreadCalls } from './requests.ts';
import type { CompiledSql, StartedSql } from './startSql.ts';
import type { StoreWorker } from './storeWorker.ts';

/** What a thread begins with. */
export interface ThreadStart {
  /** From an earlier thread; null: this one compiles it. */
  readonly compiled: CompiledSql | null;
}

export interface CallMessage {
  readonly id: number;
  readonly call: ThreadCall;
  readonly request: ThreadCalls[ThreadCall]['request'];
}

/** Errors lose their class on the way, so the kind of a fault is told apart. */
export type AnswerMessage =
  | { readonly id: number; readonly progress: { readonly done: number; readonly total: number } }
  | { readonly id: number; readonly answer: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly kind: RegisterFaultKind | null; readonly error: unknown };
    };

/** Sent once, before any answer: what later threads may begin with. */
export interface StartedMessage {
  readonly compiled: CompiledSql;
}

export function serveThread(
  port: MessagePort,
  starting: Promise<StartedSql>,
  makeWorker: (started: StartedSql) => StoreWorker,
): void {
  const making = starting.then((started) => {
    port.postMessage({ compiled: started.compiled } satisfies StartedMessage);
    return makeWorker(started);
  });
  // Each call hears of it; there may be none yet.
  making.catch(() => undefined);
  port.on('message', ({ id, call, request }: CallMessage) => {
    const onProgress = (done: number, total: number): void => {
      port.postMessage({ id, progress: { done, total } } satisfies AnswerMessage);
    };
    void making
      .then((worker) => worker.handle(call, request, onProgress))
      .then(
        (answer): AnswerMessage => ({ id, answer }),
        (error: unknown): AnswerMessage => {
          const kind = error instanceof RegisterFault ? error.kind : null;
          return { id, failure: { kind, error } };
        },
      )
      .then((message) => port.postMessage(message));
  });
}
