import type { ReceiptId, SourceName } from '../core/model/ids.ts';
import type { Receipt } from '../core/model/records.ts';
import type { Clock, IdSource, Log, Scheduler, Source } from './ports.ts';
import { sourceFailure, type SourceFailure } from './sourceFailure.ts';
import { withTimeout } from './withTimeout.ts';

const firstWaitMs = 5000;
const maxWaitMs = 300_000;
const batchSize = 100;

export interface ProjectionStatus {
  readonly source: SourceName;
  readonly failures: number;
  readonly nextAt: number;
  readonly failure: SourceFailure;
}

/** What one projection needs: looked at when its turn comes. */
export interface ProjectionWork {
  /** Confirmed receipts that no source has acknowledged, in order. */
  readonly pending: () => Promise<readonly Receipt[]>;
  readonly sources: () => readonly Source[];
  /** Stores what was taken. */
  readonly acknowledge: (ids: readonly ReceiptId[]) => Promise<void>;
}

export interface ProjectorParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: IdSource;
  readonly log: Log;
  readonly timeoutMs: () => number;
}

/**
 * Carries receipts to their own sources, in order, until acknowledged (C19). Each source has its own back-off, so that an
 * outage delays its receipts and nothing else.
 */
export class Projector {
  private readonly parts: ProjectorParts;
  private readonly failing = new Map<SourceName, ProjectionStatus>();
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;

  constructor(parts: ProjectorParts) {
    this.parts = parts;
  }

  statuses(): ProjectionStatus[] {
    return [...this.failing.values()];
  }

  /** When a failing source is to be tried again after `judgedAt`, the earliest; null: none is, or it is under way. */
  nextAt(judgedAt: number): number | null {
    const times = this.statuses()
      .map(({ nextAt }) => nextAt)
      .filter((at) => at > judgedAt);
    return this.isRunning || times.length === 0 ? null : Math.min(...times);
  }

  /** Settles when no projection is under way. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Sends what is due, after any projection under way: each source hears its receipts in order. */
  project(work: ProjectionWork): Promise<void> {
    const mine = this.running.then(() => this.projectNow(work));
    this.running = mine.catch(() => undefined);
    return mine;
  }

  /** Sends what is due unless a projection is under way; what is new since is sent with the next one. */
  async projectIfIdle(work: ProjectionWork): Promise<void> {
    if (!this.isRunning) await this.project(work);
  }

  private async projectNow({ pending, sources, acknowledge }: ProjectionWork): Promise<void> {
    this.isRunning = true;
    try {
      const receipts = await pending();
      await Promise.all(
        sources().map(async (source) => {
          const due = receipts.filter((receipt) => receipt.source === source.name);
          if (due.length === 0 || !this.isDue(source.name as SourceName)) return;
          await this.projectTo(source, due, acknowledge);
        }),
      );
    } finally {
      this.isRunning = false;
    }
  }

  private isDue(source: SourceName): boolean {
    const status = this.failing.get(source);
    if (status === undefined) return true;
    const waitMs = status.nextAt - this.parts.clock.now();
    // A longer wait than there is was begun before the clock was set back.
    return waitMs <= 0 || waitMs > maxWaitMs;
  }

  private async projectTo(
    source: Source,
    due: readonly Receipt[],
    acknowledge: (ids: readonly ReceiptId[]) => Promise<void>,
  ): Promise<void> {
    const name = source.name as SourceName;
    for (let from = 0; from < due.length; from += batchSize) {
      const batch = due.slice(from, from + batchSize);
      const ids = await this.tryBatch(source, batch);
      if (ids.length > 0) await acknowledge(ids);
      if (ids.length < batch.length) return;
    }
    this.failing.delete(name);
  }

  /** @returns those of the batch that were taken, each once, in order; whatever else the source named is not its to take */
  private async tryBatch(source: Source, batch: readonly Receipt[]): Promise<readonly ReceiptId[]> {
    const limit = { scheduler: this.parts.scheduler, timeoutMs: this.parts.timeoutMs() };
    try {
      const named = new Set(await withTimeout((signal) => source.project(batch, signal), limit));
      const taken = batch.map(({ id }) => id).filter((id) => named.has(id));
      if (taken.length < batch.length)
        this.backOff(source.name as SourceName, new Error('it acknowledged only some receipts'));
      return taken;
    } catch (error) {
      this.backOff(source.name as SourceName, error);
      return [];
    }
  }

  private backOff(source: SourceName, error: unknown): void {
    const failures = (this.failing.get(source)?.failures ?? 0) + 1;
    const fullMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - 1));
    const waitMs = fullMs * (0.5 + this.parts.ids.random() / 2);
    const failure = sourceFailure(error, 'They are sent again by themselves; check the hub.');
    this.failing.set(source, { source, failures, nextAt: this.parts.clock.now() + waitMs, failure });
    this.parts.log.warn('receipts could not be delivered', { source, failures });
  }
}
