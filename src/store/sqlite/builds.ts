import { inThread } from './thread/inThread.ts';
import type { StartThread, StoreThread } from './thread/requests.ts';

/** Work in a second, short-lived thread, one after another, as each may move the journal that the next one reads. */
export class Builds {
  private readonly startThread: StartThread;
  private last: Promise<unknown> = Promise.resolve();
  private thread: StoreThread | null = null;

  constructor(startThread: StartThread) {
    this.startThread = startThread;
  }

  /** Runs when the work before it has ended, however it ended. */
  after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Gives the work a thread of its own, which ends with it, or when the signal says so. */
  async inThread<T>(work: (thread: StoreThread) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const watched = (thread: StoreThread) => {
      this.thread = thread;
      return work(thread);
    };
    try {
      return await inThread(this.startThread, watched, signal);
    } finally {
      this.thread = null;
    }
  }

  /** Ends the thread at work, whose work then fails. */
  close(): void {
    this.thread?.close();
  }
}
