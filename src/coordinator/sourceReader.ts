import { readSnapshot } from '../core/decide/tick/readSnapshot.ts';
import type { SourceName } from '../core/model/ids.ts';
import type { Settings } from '../core/model/settings.ts';
import type { Snapshot, SourceReading } from '../core/model/snapshot.ts';
import type { State } from '../core/model/state.ts';
import type { Clock, Log, Scheduler, Source } from './ports.ts';
import { sourceFailure, type SourceFailure } from './sourceFailure.ts';
import { withTimeout } from './withTimeout.ts';

/** What is known of a source's readings, for health and for `lease.next` (C4). */
export interface SourceStatus {
  readonly name: SourceName;
  /** When its last good snapshot was taken; null: never since the start. */
  readonly goodAt: number | null;
  /** Why the last look failed; null: it did not. */
  readonly failure: SourceFailure | null;
  /** Tasks and messages that have no place here (C1, C3). */
  readonly ignored: readonly { readonly id: string; readonly why: 'no_repo' | 'unknown_agent' }[];
}

export interface SourceReaderParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** Workers that the register knows: messages may be for them (C3). */
  readonly workers: () => State['workers'];
}

interface Known {
  status: SourceStatus;
  snapshot: Snapshot | null;
  readAt: number;
  isStale: boolean;
}

/** Reads all sources side by side, each within its limit; one that fails keeps the others from nothing (C4). */
export class SourceReader {
  private readonly known = new Map<SourceName, Known>();
  private good: ReadonlyMap<SourceName, number> = new Map();
  private readonly parts: SourceReaderParts;

  constructor(parts: SourceReaderParts) {
    this.parts = parts;
  }

  /** The next look reads this source itself, however young its last snapshot is. */
  invalidate(source: string): void {
    const known = this.known.get(source as SourceName);
    if (known !== undefined) known.isStale = true;
  }

  statuses(): SourceStatus[] {
    return [...this.known.values()].map(({ status }) => status);
  }

  /** Each command asks, so it is put together when a source was read. */
  goodAt(): ReadonlyMap<SourceName, number> {
    return this.good;
  }

  /** @param maxAgeMs what was read less than this ago, a failure too, is used again, marked as not new; 0: all are read */
  read(sources: readonly Source[], settings: Settings, maxAgeMs: number): Promise<SourceReading[]> {
    const names = new Set(sources.map(({ name }) => name as SourceName));
    for (const name of this.known.keys()) if (!names.has(name)) this.known.delete(name);
    this.gatherGood();
    return Promise.all(sources.map((source) => this.readOne(source, settings, maxAgeMs)));
  }

  private gatherGood(): void {
    const all = this.statuses().flatMap(({ name, goodAt }) =>
      goodAt === null ? [] : [[name, goodAt] as const],
    );
    this.good = new Map(all);
  }

  private async readOne(source: Source, settings: Settings, maxAgeMs: number): Promise<SourceReading> {
    const name = source.name as SourceName;
    const known = this.known.get(name);
    const startedAt = this.parts.clock.now();
    // A reading ahead of the clock is of before the clock was set back: its age is not known.
    const isYoung = known !== undefined && !known.isStale && Math.abs(startedAt - known.readAt) < maxAgeMs;
    if (isYoung) return readBefore(name, known);
    const limit = { scheduler: this.parts.scheduler, timeoutMs: settings.timeoutMs };
    try {
      const snapshot = await withTimeout((signal) => source.snapshot(signal), limit);
      const { ignored } = readSnapshot(name, snapshot, settings, this.parts.workers());
      const status = { name, goodAt: startedAt, failure: null, ignored };
      this.known.set(name, { status, snapshot, readAt: startedAt, isStale: false });
      this.gatherGood();
      return { source: name, ok: true, snapshot, isNew: true };
    } catch (error) {
      const failure = sourceFailure(error, 'Its tasks stand still until it answers; correct what it says.');
      const before = known?.status ?? { name, goodAt: null, failure: null, ignored: [] };
      this.known.set(name, {
        status: { ...before, failure },
        snapshot: null,
        readAt: startedAt,
        isStale: false,
      });
      this.parts.log.warn('a source gave no snapshot', { source: name });
      return { source: name, ok: false, reason: failure.reason };
    }
  }
}

/** Between full looks a failed source is not asked again either: it would hold up every tick by its limit. */
function readBefore(source: SourceName, { snapshot, status }: Known): SourceReading {
  if (snapshot !== null) return { source, ok: true, snapshot, isNew: false };
  return { source, ok: false, reason: status.failure?.reason ?? 'it has not been read' };
}
