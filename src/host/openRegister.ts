import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SharedFileSystem } from '../files/sharedFileSystem.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { openStore, type StoreOptions } from '../store/sqlite/openStore.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import type { Store } from '../store/sqlite/store.ts';
import { storageFailed } from '../store/sqlite/storeFaults.ts';
import type { StoreFiles } from '../store/sqlite/storeFiles.ts';
import { StoreBusy } from '../store/sqlite/writer/holder.ts';
import type { WriterIdentity } from '../store/sqlite/writer/writerFile.ts';
import { endpointAnswers } from './endpointAnswers.ts';
import type { LastFailure } from './hostRun.ts';

/** How a host comes to its store. */
export interface StoreWishes {
  /** The store's second thread: its script, or what starts it. */
  readonly storeThread: StoreOptions['snapshotWorker'];
  /** Take the store over from a writer whose heartbeat is fresh, because a person said so. */
  readonly force?: boolean;
  /** Begin with an empty store where the former one was removed while in use, because a person said so. */
  readonly beginsAnew?: boolean;
  /** A backup to go on from, because a person said so; what it replaces is backed up first (S3). */
  readonly restoreFrom?: string;
  /** Why the host before this one ended; health shows it. */
  readonly lastFailure?: LastFailure | null;
  /** In place of the machine's own file system. */
  readonly files?: StoreFiles;
}

export interface Opened {
  readonly store: Store;
  readonly register: SqliteRegister;
}

/**
 * Becomes the writer of a root's store.
 * @throws StoreBusy; RegisterFault, also for what the system refuses before the store is open; ProtocolError if it was removed
 */
export async function openRegister(
  root: string,
  sharedOn: SharedFileSystem | null,
  { storeThread, files, lastFailure, restoreFrom, force = false, beginsAnew = false }: StoreWishes,
  identity: WriterIdentity,
): Promise<Opened> {
  if (lastFailure != null && !existsSync(path.join(root, '.signalbox'))) {
    // What was removed under a host does not come back empty by itself.
    throw new ProtocolError(
      'unavailable',
      `${root} has no .signalbox folder any more`,
      'Run: signalbox init',
    );
  }
  try {
    const store = await openStore(root, {
      snapshotWorker: storeThread,
      answers: endpointAnswers,
      sharedOn: sharedOn?.what ?? null,
      ...(files === undefined ? {} : { files }),
    });
    if (beginsAnew) store.beginAnew();
    const register =
      restoreFrom === undefined
        ? await store.becomeWriter(identity, force)
        : await store.restore(restoreFrom, identity);
    return { store, register };
  } catch (error) {
    throw error instanceof StoreBusy ? error : storageFailed('opening the store', error);
  }
}
