import type { Look } from '../core/context.ts';
import type { WorkerId } from '../core/model/ids.ts';
import type { TransportRecord } from '../core/model/lease.ts';
import type { Settings } from '../core/model/settings.ts';
import { backoffMs } from '../core/rules/deadlines.ts';
import type { Clock } from './ports.ts';

export interface RefusedSendsParts {
  readonly clock: Clock;
  readonly settings: () => Settings;
}

/**
 * Workers whose endpoint looked well and yet could not be delivered to: no attempt (C10), but no reason either to store an
 * offer with every tick. They count as undeliverable for the times of `retryBackoff`, longer with each refusal in a row.
 * Only in memory: the first tick of a new process may try once.
 */
export class RefusedSends {
  private readonly parts: RefusedSendsParts;
  private readonly byWorker = new Map<
    WorkerId,
    { readonly inARow: number; readonly untilAt: number; readonly reason: string }
  >();

  constructor(parts: RefusedSendsParts) {
    this.parts = parts;
  }

  /** What a send, or a later look at it, came to. */
  note(worker: WorkerId, { state, reason }: TransportRecord): void {
    if (state !== 'undeliverable') return void this.byWorker.delete(worker);
    const inARow = (this.byWorker.get(worker)?.inARow ?? 0) + 1;
    const untilAt = this.parts.clock.now() + backoffMs(this.parts.settings(), inARow);
    this.byWorker.set(worker, { inARow, untilAt, reason: reason ?? '' });
  }

  /** In place of a look; null: the worker may be looked at. */
  of(worker: WorkerId): Look | null {
    const refusal = this.byWorker.get(worker);
    if (refusal === undefined || this.parts.clock.now() >= refusal.untilAt) return null;
    return { ok: false, reason: 'undeliverable', detail: refusal.reason };
  }
}
