import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import type { Store } from '../store/sqlite/store.ts';
import { BackupRefused } from '../store/sqlite/storeFaults.ts';
import type { CheckedDatabase } from '../store/sqlite/thread/requests.ts';
import { StoreBusy } from '../store/sqlite/writer/holder.ts';
import type { WriterIdentity } from '../store/sqlite/writer/writerFile.ts';
import { ProtocolError } from '../protocol/errors.ts';

export interface RestoreParts {
  readonly store: Pick<Store, 'checkBackup' | 'restore'>;
  readonly register: Pick<SqliteRegister, 'close'>;
  readonly identity: WriterIdentity;
  /** Ends what would still be decided or sent. */
  readonly quieten: () => Promise<void>;
}

export interface Restored {
  readonly checked: CheckedDatabase;
  /** Where what was there is kept; null: there was nothing. */
  readonly replaced: string | null;
}

/**
 * S3: a restore while a coordinator serves. The backup is checked beside it; then the coordinator ends, and the store goes
 * on from the backup in a new term, for the next host to open. If that fails, the next host opens what was there.
 */
export class RestoreInPlace {
  private readonly parts: RestoreParts;
  private current: Promise<void> | null = null;

  constructor(parts: RestoreParts) {
    this.parts = parts;
  }

  /** Whether a backup is whole, and what it holds. @throws BackupRefused, RegisterFault `newer_schema` */
  check(path: string, signal: AbortSignal): Promise<CheckedDatabase> {
    return this.parts.store.checkBackup(path, signal);
  }

  /** @throws BackupRefused, RegisterFault `newer_schema`, and nothing was touched; ProtocolError `busy`, `storage` */
  restore(path: string, signal: AbortSignal): Promise<Restored> {
    if (this.current !== null) throw alreadyRestoring();
    const work = this.replace(path, signal);
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    this.current = done.then(afterTheAnswer).then(() => {
      this.current = null;
    });
    return work;
  }

  /** When no restore is under way, and the answer to the last one has left. */
  async settled(): Promise<void> {
    await this.current;
  }

  /** What a promise gives, once that is so. */
  async after<T>(promise: Promise<T>): Promise<T> {
    const value = await promise;
    await this.settled();
    return value;
  }

  private async replace(path: string, signal: AbortSignal): Promise<Restored> {
    const { store, register, identity, quieten } = this.parts;
    const checked = await store.checkBackup(path, signal);
    await quieten();
    await register.close();
    try {
      let replaced: string | null = null;
      const restored = await store.restore(path, identity, (kept) => (replaced = kept));
      await restored.close();
      return { checked, replaced };
    } catch (error) {
      throw error instanceof StoreBusy || error instanceof BackupRefused ? error : restoreFailed(error);
    }
  }
}

/** An answer is written to its connection before the next turn of the loop. */
const afterTheAnswer = (): Promise<void> => new Promise((settle) => void setImmediate(settle));

const alreadyRestoring = (): ProtocolError =>
  new ProtocolError(
    'busy',
    'a backup is being restored here already',
    'Wait until that is done, then look at what is there: signalbox status.',
  );

const restoreFailed = (error: unknown): ProtocolError =>
  new ProtocolError(
    'storage',
    `the restore failed (${error instanceof Error ? error.message : String(error)})`,
    'See to the disk and its room; look at what is there with signalbox status; then restore again.',
    { cause: error },
  );
