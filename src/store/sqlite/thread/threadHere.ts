import type { OnProgress, StartThread, StoreThread, ThreadCall, ThreadCalls } from './requests.ts';
import type { StoreWorker } from './storeWorker.ts';

/** The same work in the caller's own thread, where a second one can't see the files: tests on a file system in memory. */
export const threadHere =
  (makeWorker: () => StoreWorker): StartThread =>
  () => {
    const worker = makeWorker();
    const thread: StoreThread = {
      call: async <C extends ThreadCall>(
        call: C,
        request: ThreadCalls[C]['request'],
        onProgress?: OnProgress,
      ) => worker.handle(call, request, onProgress),
      close: () => worker.close(),
    };
    return thread;
  };
