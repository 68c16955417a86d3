import type { Disposable } from '../base/disposable.ts';
import type { Clock, Log, Scheduler } from './ports.ts';

/** Changes within this time share one tick. */
const gatherMs = 20;
/** A deadline that a tick could not settle must not make ticks spin. */
const shortestWaitMs = 50;

export interface TickerParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly tickMs: () => number;
  /** When time alone changes something next; null: nothing waits for it. */
  readonly nextDeadline: () => number | null;
  /** @param isFull read every source anew, or only what has changed */
  readonly tick: (isFull: boolean) => Promise<void>;
}

/** Ticks every `tick`, at once on a known change, and at the next deadline (C4); one at a time. */
export class Ticker implements Disposable {
  private readonly parts: TickerParts;
  private timer: Disposable | null = null;
  private timerAt = Infinity;
  private fullAt = 0;
  private isStarted = false;
  private isRunning = false;
  private isWanted = false;
  private isDisposed = false;

  constructor(parts: TickerParts) {
    this.parts = parts;
  }

  start(): void {
    this.isStarted = true;
    this.fullAt = this.parts.clock.now();
    this.schedule(0);
  }

  /** Something changed that a tick should see; before the start the first tick will. */
  nudge(): void {
    if (this.isRunning) this.isWanted = true;
    else if (this.isStarted) this.schedule(gatherMs);
  }

  /** A deadline has come about beside the ticks: the next tick is no later than that. */
  heedDeadline(): void {
    if (this.isStarted && !this.isRunning) this.scheduleNext();
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
    this.timer = null;
  }

  private schedule(delayMs: number): void {
    const at = this.parts.clock.now() + delayMs;
    if (this.isDisposed || this.isRunning || (this.timer !== null && this.timerAt <= at)) return;
    this.timer?.dispose();
    this.timerAt = at;
    this.timer = this.parts.scheduler.after(delayMs, () => {
      this.timer = null;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    const startedAt = this.parts.clock.now();
    const tickMs = this.parts.tickMs();
    // One that is further off than a tick was set before the clock was set back, or the tick made shorter.
    const isFull = startedAt >= this.fullAt || this.fullAt - startedAt > tickMs;
    if (isFull) this.fullAt = startedAt + tickMs;
    this.isRunning = true;
    this.isWanted = false;
    try {
      await this.parts.tick(isFull);
    } catch (error) {
      this.parts.log.error('a tick failed', { error: String(error) });
    } finally {
      this.isRunning = false;
    }
    this.scheduleNext();
  }

  private scheduleNext(): void {
    if (this.isWanted) return this.schedule(gatherMs);
    const now = this.parts.clock.now();
    const deadlineAt = this.parts.nextDeadline() ?? Infinity;
    const waitMs = Math.min(this.fullAt - now, deadlineAt - now, this.parts.tickMs());
    this.schedule(Math.max(waitMs, shortestWaitMs));
  }
}
