import { Worker } from 'node:worker_threads';
import { type Deferred, deferred } from '../../../base/deferred.ts';
import { RegisterFault } from '../../../coordinator/ports.ts';
import type { OnProgress, StartThread, StoreThread, ThreadCall, ThreadCalls } from './requests.ts';
import type { AnswerMessage, CallMessage, StartedMessage, ThreadStart } from './serveThread.ts';
import type { CompiledSql } from './startSql.ts';

/** Threads that run the bundle of `storeThread.ts` at this place. Each hands on what it compiled to those after it. */
export function threadAt(script: URL | string): StartThread {
  let compiled: CompiledSql | null = null;
  return () => {
    const workerData: ThreadStart = { compiled };
    const worker = new Worker(script, { execArgv: [], workerData });
    return new WorkerThread(worker, (started) => {
      compiled = started.compiled;
    });
  };
}

interface OpenCall {
  readonly answer: Deferred<unknown>;
  readonly onProgress: OnProgress | undefined;
}

class WorkerThread implements StoreThread {
  private readonly worker: Worker;
  private readonly open = new Map<number, OpenCall>();
  private lastId = 0;
  private ended: Error | null = null;

  constructor(worker: Worker, onStarted: (message: StartedMessage) => void) {
    this.worker = worker;
    worker.unref();
    worker.on('message', (message: AnswerMessage | StartedMessage) => {
      if ('compiled' in message) onStarted(message);
      else this.settle(message);
    });
    worker.on('error', (error) => this.end(error));
    worker.on('exit', () => this.end(new Error('the thread of the store ended')));
  }

  async call<C extends ThreadCall>(
    call: C,
    request: ThreadCalls[C]['request'],
    onProgress?: OnProgress,
  ): Promise<ThreadCalls[C]['answer']> {
    if (this.ended !== null) throw this.ended;
    const answer = deferred<unknown>();
    this.lastId += 1;
    this.open.set(this.lastId, { answer, onProgress });
    this.worker.ref();
    const message: CallMessage = { id: this.lastId, call, request };
    this.worker.postMessage(message);
    return (await answer.promise) as ThreadCalls[C]['answer'];
  }

  close(): void {
    this.end(new Error('the thread of the store was closed'));
    void this.worker.terminate();
  }

  private settle(message: AnswerMessage): void {
    const call = this.open.get(message.id);
    if ('progress' in message) {
      call?.onProgress?.(message.progress.done, message.progress.total);
      return;
    }
    this.open.delete(message.id);
    if (this.open.size === 0) this.worker.unref();
    if ('failure' in message) call?.answer.reject(errorOf(message.failure));
    else call?.answer.resolve(message.answer);
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { answer } of this.open.values()) answer.reject(this.ended);
    this.open.clear();
  }
}

function errorOf({ kind, error }: { kind: RegisterFault['kind'] | null; error: unknown }): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  return kind === null ? known : new RegisterFault(kind, known.message, { cause: known.cause });
}
