import type { StartThread, StoreThread } from './requests.ts';

/** Gives work a thread of its own, which ends with it. */
export async function inThread<T>(
  startThread: StartThread,
  work: (thread: StoreThread) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const thread = startThread();
  const end = () => thread.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await work(thread);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    thread.close();
  }
}
