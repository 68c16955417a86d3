import { join } from 'node:path';
import { RegisterFault } from '../../coordinator/ports.ts';
import { chooseJournal, lastOf } from './chooseJournal.ts';
import { forgetUnfinished } from './backupFiles.ts';
import { backupJob } from './databaseJobs.ts';
import { fileChecksum } from './fileChecksum.ts';
import type { SnapshotRef } from './journalLines.ts';
import { readerOf, startTerm } from './openWriter.ts';
import { abandonTerm, createNextJournal, isStillWriter, type OwnFile } from './ownFile.ts';
import { setAside } from './setAside.ts';
import type { SqliteRegister } from './sqliteRegister.ts';
import { BackupRefused, damaged } from './storeFaults.ts';
import { parseStoreNames, snapshotName } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import { inThread } from './thread/inThread.ts';
import type { CheckedDatabase } from './thread/requests.ts';
import type { WriterIdentity } from './writer/writerFile.ts';
import { writeNew } from './writeNew.ts';

/** What a restore replaced is kept here; null: there was nothing. */
export type OnKept = (path: string | null) => void;

/**
 * S3: a backup is checked whole before anything else is done with it.
 * @throws RegisterFault `newer_schema`; BackupRefused
 */
export async function checkBackup(
  { startThread, layout }: StoreParts,
  backup: string,
  signal?: AbortSignal,
): Promise<CheckedDatabase> {
  try {
    return await inThread(startThread, (thread) => thread.call('check', { path: backup }), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RegisterFault && error.kind === 'newer_schema') throw error;
    throw new BackupRefused(backup, layout.backups, error);
  }
}

/** Rule 16. Null: another writer came meanwhile. */
export async function restoreBackup(
  parts: StoreParts,
  backup: string,
  identity: WriterIdentity,
  onKept: OnKept = () => undefined,
): Promise<SqliteRegister | null> {
  const checked = await checkBackup(parts, backup);
  const own = createNextJournal(parts.files, parts.layout.state);
  const snapshot = await orAbandon(parts, own, async () => {
    const kept = await keepWhatIsThere(parts, own);
    if (kept === null) return null;
    onKept(kept.place);
    return copyAsSnapshot(parts, own.term, backup, checked);
  });
  if (snapshot !== null) {
    return startTerm(parts, own, { snapshot, events: [] }, identity, readerOf(parts));
  }
  own.file.close();
  return null;
}

/** Gives the term up where the work for it fails. */
export async function orAbandon<T>({ files }: StoreParts, own: OwnFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    abandonTerm(files, own);
    throw error;
  }
}

interface Kept {
  /** A backup of the contents, or the folder of copies of the files where they can't be read; null: there is nothing. */
  readonly place: string | null;
}

/** Null: replaced. */
async function keepWhatIsThere(parts: StoreParts, own: OwnFile): Promise<Kept | null> {
  const { files, layout, startThread } = parts;
  const choice = chooseJournal(files, layout.state, own.term, parts.schema);
  if (choice.kind === 'replaced') return null;
  if (choice.kind === 'damaged') return isStillWriter(files, own) ? keepFiles(parts, own) : null;
  const { contents, journal } = choice;
  if (journal === null) return { place: null };
  const job = backupJob(parts, { ...journal, snapshot: contents.snapshot }, lastOf(contents), layout.backups);
  try {
    await inThread(startThread, (thread) => thread.call('build', job));
  } catch {
    forgetUnfinished(files, layout.backups, job.name);
    return isStillWriter(files, own) ? keepFiles(parts, own) : null;
  }
  return { place: join(layout.backups, job.name) };
}

export function keepFiles({ files, layout, newRandom }: StoreParts, own: OwnFile): Kept {
  const names = parseStoreNames(files.list(layout.state)).filter(
    ({ kind, term }) => kind === 'snapshot' || (kind === 'journal' && term < own.term),
  );
  setAside(
    files,
    layout,
    names.map(({ name }) => name),
    newRandom(),
  );
  return { place: layout.aside };
}

export function copyAsSnapshot(
  { files, layout, newRandom }: StoreParts,
  term: number,
  backup: string,
  checked: CheckedDatabase,
): SnapshotRef {
  const bytes = files.read(backup);
  if (fileChecksum(bytes) !== checked.crc) throw damaged(`${backup} changed while it was restored`);
  const name = snapshotName(term, checked.last, newRandom());
  const path = join(layout.state, name);
  writeNew(files, `${path}.tmp`, bytes);
  // The journal's name is durable before that of its snapshot: a snapshot of a term without a journal would be damage.
  files.syncFolder(layout.state);
  files.rename(`${path}.tmp`, path);
  files.syncFolder(layout.state);
  return { name, position: checked.last, crc: checked.crc };
}
