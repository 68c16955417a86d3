import { type Deferred, deferred } from '../../base/deferred.ts';
import type { RegisterEvent } from '../../core/events.ts';

/** What one turn of the loop asked for, in order: a commit and the promises that wait for its look. */
export interface Turn {
  readonly events: readonly RegisterEvent[];
  resolve(): void;
  reject(fault: Error): void;
}

/** Gathers the appends and reads of a turn and has them settled together, once, after it (rule 6). */
export class CommitQueue {
  private readonly nextTurn: (run: () => void) => void;
  private readonly settle: (turn: Turn) => void;
  private events: RegisterEvent[] = [];
  private waiting: Deferred<void>[] = [];

  constructor(nextTurn: (run: () => void) => void, settle: (turn: Turn) => void) {
    this.nextTurn = nextTurn;
    this.settle = settle;
  }

  add(events: readonly RegisterEvent[]): Promise<void> {
    if (this.waiting.length === 0) this.nextTurn(() => this.flush());
    for (const event of events) this.events.push(event);
    const settled: Deferred<void> = deferred();
    this.waiting.push(settled);
    return settled.promise;
  }

  /** Settles what is there now; nothing is left over. */
  flush(): void {
    if (this.waiting.length === 0) return;
    const { events, waiting } = this;
    this.events = [];
    this.waiting = [];
    this.settle({
      events,
      resolve: () => {
        for (const settled of waiting) settled.resolve();
      },
      reject: (fault) => {
        for (const settled of waiting) settled.reject(fault);
      },
    });
  }
}
