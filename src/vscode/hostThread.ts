import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadData, ToThread } from '../host/thread.ts';

export interface HostThread {
  /** Asks it to end cleanly; it says `ended` when it has. */
  stop(): void;
  /** Ends it at once, whatever it is at. */
  terminate(): void;
}

export interface ThreadListener {
  onMessage(message: FromThread): void;
  /** An error that nobody caught in there; the exit follows. */
  onError(error: unknown): void;
  /** Once, after the last message. */
  onExit(code: number): void;
}

export type StartThread = (data: Pick<ThreadData, 'root' | 'force'>, listener: ThreadListener) => HostThread;

/** Threads of this process that run the host's bundle; nothing of the editor can be imported there. */
export const hostThreads =
  (bundles: string, version: string): StartThread =>
  (data, listener) => {
    const workerData: ThreadData = { role: 'host', version, bundles, ...data };
    // An editor's own flags are not all allowed in a thread.
    const worker = new Worker(`${bundles}/host.cjs`, { workerData, execArgv: [], name: 'signalbox' });
    worker.on('message', (message: FromThread) => listener.onMessage(message));
    worker.on('error', (error) => listener.onError(error));
    worker.on('exit', (code) => listener.onExit(code));
    return {
      stop: () => worker.postMessage({ type: 'stop' } satisfies ToThread),
      terminate: () => void worker.terminate(),
    };
  };
