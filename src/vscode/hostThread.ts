import { Worker } from 'node:worker_threads';
import type { HostWord, StartRun } from '../host/hostRun.ts';
import type { ThreadData, ToThread } from '../host/thread.ts';

/** Threads of this process that run the host's bundle; nothing of the editor can be imported there. */
export const hostThreads =
  (bundles: string, version: string): StartRun =>
  (data, listener) => {
    const workerData: ThreadData = { role: 'host', version, bundles, ...data };
    // An editor's own flags are not all allowed in a thread.
    const worker = new Worker(`${bundles}/host.cjs`, { workerData, execArgv: [], name: 'signalbox' });
    worker.on('message', (message: HostWord) => listener.onMessage(message));
    worker.on('error', (error) => listener.onError(error));
    worker.on('exit', (code) => listener.onExit(code));
    return {
      stop: () => worker.postMessage({ type: 'stop' } satisfies ToThread),
      terminate: () => void worker.terminate(),
    };
  };
