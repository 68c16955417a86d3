import { type Disposable, toDisposable } from '../../src/base/disposable.ts';
import type { Clock, Scheduler } from '../../src/coordinator/ports.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock and its timers that move only when a test says so. */
export class ManualTime implements Clock, Scheduler {
  private time: number;
  private setBackMs = 0;
  private readonly timers = new Set<Timer>();

  constructor(startAt = 1_700_000_000_000) {
    this.time = startAt;
  }

  now(): number {
    return this.time - this.setBackMs;
  }

  after(delayMs: number, run: () => void): Disposable {
    const timer = { at: this.time + delayMs, run };
    this.timers.add(timer);
    return toDisposable(() => this.timers.delete(timer));
  }

  /** As a person or a time server does: the clock shows less, and timers go on as before. */
  setBack(ms: number): void {
    this.setBackMs += ms;
  }

  /** Timers that nobody has disposed of. */
  get open(): number {
    return this.timers.size;
  }

  /** Runs what falls due on the way, in order of time. */
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.timers.delete(due);
      this.time = Math.max(this.time, due.at);
      due.run();
    }
    this.time = end;
  }
}
