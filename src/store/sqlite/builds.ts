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

  /** Gives the work a thread of its own, which ends with it. */
  async inThread<T>(work: (thread: StoreThread) => Promise<T>): Promise<T> {
    const thread = this.startThread();
    this.thread = thread;
    try {
      return await work(thread);
    } finally {
      this.thread = null;
      thread.close();
    }
  }

  /** Ends the thread at work, whose work then fails. */
  close(): void {
    this.thread?.close();
  }
}
