import type { Disposable } from '../base/disposable.ts';
import { faultName } from '../coordinator/faultName.ts';
import type { Clock, Log, Scheduler } from '../coordinator/ports.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import type { Store } from '../store/sqlite/store.ts';
import type { LastFailure } from './hostRun.ts';

const dayMs = 86_400_000;
/** A window that is only opened to look at something makes no copy. */
const firstLookMs = 5 * 60_000;
const lookMs = 60 * 60_000;

export interface DailyBackupParts {
  readonly register: Pick<SqliteRegister, 'backup' | 'facts' | 'history'>;
  readonly store: Pick<Store, 'backups'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** One backup a day (UTC, by the time in its name) while a coordinator serves, if anything has changed since the last. */
export class DailyBackups implements Disposable {
  private readonly parts: DailyBackupParts;
  private timer: Disposable | null = null;
  private isEnded = false;
  private lastFailure: LastFailure | null = null;

  constructor(parts: DailyBackupParts) {
    this.parts = parts;
  }

  /** Null: the last one went well, or none was due. */
  get failure(): LastFailure | null {
    return this.lastFailure;
  }

  start(): void {
    this.wait(firstLookMs);
  }

  dispose(): void {
    this.isEnded = true;
    this.timer?.dispose();
  }

  private wait(delayMs: number): void {
    if (this.isEnded) return;
    this.timer = this.parts.scheduler.after(delayMs, () => void this.look().finally(() => this.wait(lookMs)));
  }

  private async look(): Promise<void> {
    const { register, clock, log } = this.parts;
    try {
      if (!(await this.isDue())) return;
      const { last, bytes } = await register.backup();
      this.lastFailure = null;
      log.info('the daily backup was made', { position: last, bytes });
    } catch (error) {
      // A register that ended is told elsewhere.
      if (this.isEnded) return;
      const message = error instanceof Error ? error.message : String(error);
      this.lastFailure = { message, at: clock.now() };
      log.warn('the daily backup failed', { error: faultName(error) });
    }
  }

  private async isDue(): Promise<boolean> {
    const { register, store, clock } = this.parts;
    const { position } = register.facts();
    if (position === 0) return false;
    const [newest] = store.backups();
    if (newest === undefined) return true;
    if (Math.floor(newest.at / dayMs) >= Math.floor(clock.now() / dayMs)) return false;
    if (newest.last !== position) return true;
    // The same position is another history after a restore: then its last event is younger than the backup.
    const { events } = await register.history({}, position, 1);
    return (events[0]?.at ?? 0) >= newest.at + 1000;
  }
}
