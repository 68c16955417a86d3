import type { Disposable } from '../../base/disposable.ts';
import type { StoreParts } from './storeParts.ts';

/** While idle, at most this much is written a rest, so that a large store is not copied each minute for one change. */
const bytesPerRest = 8 * 1024 * 1024;

/** Decides when a snapshot is due: the journal is long, or there was a change and then quiet. */
export class SnapshotSchedule implements Disposable {
  private readonly parts: Pick<StoreParts, 'clock' | 'scheduler' | 'limits'>;
  private readonly onDue: () => void;
  private timer: Disposable | null = null;
  private changedAt = 0;
  private restsUntil = 0;
  private isDue = false;
  private isEnded = false;

  constructor(parts: Pick<StoreParts, 'clock' | 'scheduler' | 'limits'>, onDue: () => void) {
    this.parts = parts;
    this.onDue = onDue;
  }

  /** @param events above the newest snapshot */
  changed(journalBytes: number, events: number): void {
    const { clock, limits } = this.parts;
    this.changedAt = clock.now();
    if (this.isDue) return;
    if (journalBytes >= limits.journalBytes || events >= limits.journalEvents) this.due();
    else this.timer ??= this.wait(limits.idleMs);
  }

  made(snapshotBytes: number): void {
    const { clock, limits } = this.parts;
    this.timer?.dispose();
    this.timer = null;
    this.isDue = false;
    this.restsUntil = clock.now() + limits.restMs * Math.max(1, snapshotBytes / bytesPerRest);
  }

  dispose(): void {
    this.isEnded = true;
    this.timer?.dispose();
  }

  private wait(delayMs: number): Disposable {
    return this.parts.scheduler.after(delayMs, () => {
      this.timer = null;
      this.check();
    });
  }

  private check(): void {
    if (this.isEnded) return;
    const dueAt = Math.max(this.changedAt + this.parts.limits.idleMs, this.restsUntil);
    const remainingMs = dueAt - this.parts.clock.now();
    if (remainingMs > 0) this.timer = this.wait(remainingMs);
    else this.due();
  }

  /** Told once: until the snapshot is made, changes do not ask for another. */
  private due(): void {
    this.isDue = true;
    this.onDue();
  }
}
