import type { MessagePort } from 'node:worker_threads';
import { RegisterFault, type RegisterFaultKind } from '../../../coordinator/ports.ts';
import type { ThreadCall, ThreadCalls } from './requests.ts';
import type { StoreWorker } from './storeWorker.ts';

export interface CallMessage {
  readonly id: number;
  readonly call: ThreadCall;
  readonly request: ThreadCalls[ThreadCall]['request'];
}

/** Errors lose their class on the way, so the kind of a fault is told apart. */
export type AnswerMessage =
  | { readonly id: number; readonly answer: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly kind: RegisterFaultKind | null; readonly error: unknown };
    };

export function serveThread(port: MessagePort, starting: Promise<StoreWorker>): void {
  port.on('message', ({ id, call, request }: CallMessage) => {
    void starting
      .then((worker) => worker.handle(call, request))
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
