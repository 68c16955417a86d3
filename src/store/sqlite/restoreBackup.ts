import { join } from 'node:path';
import { chooseJournal } from './chooseJournal.ts';
import { fileChecksum } from './fileChecksum.ts';
import type { SnapshotRef } from './journalLines.ts';
import { readerOf, startTerm } from './openWriter.ts';
import { abandonTerm, createNextJournal, isStillWriter, type OwnFile } from './ownFile.ts';
import { setAside } from './setAside.ts';
import type { SqliteRegister } from './sqliteRegister.ts';
import { damaged } from './storeFaults.ts';
import { parseStoreNames, snapshotName } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import { backupName } from './databaseJobs.ts';
import type { CheckedDatabase } from './thread/requests.ts';
import type { WriterIdentity } from './writer/writerFile.ts';
import { writeNew } from './writeNew.ts';

/** Rule 16. Null: another writer came meanwhile. */
export async function restoreBackup(
  parts: StoreParts,
  backup: string,
  identity: WriterIdentity,
): Promise<SqliteRegister | null> {
  const checked = await withThread(parts, (thread) => thread.call('check', { path: backup }));
  const own = createNextJournal(parts.files, parts.layout.state);
  const snapshot = await orAbandon(parts, own, async () =>
    (await keepWhatIsThere(parts, own)) ? copyAsSnapshot(parts, own.term, backup, checked) : null,
  );
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

/** A backup of the contents, or copies of the files where they can't be read. False: replaced. */
async function keepWhatIsThere(parts: StoreParts, own: OwnFile): Promise<boolean> {
  const { files, layout } = parts;
  const { state } = layout;
  const choice = chooseJournal(files, state, own.term, parts.schema);
  if (choice.kind === 'replaced') return false;
  if (choice.kind === 'damaged') {
    if (!isStillWriter(files, own)) return false;
    keepFiles(parts, own);
    return true;
  }
  const { contents, journal } = choice;
  if (journal === null) return true;
  const upTo = contents.events.at(-1)?.position ?? contents.snapshot?.position ?? 0;
  const name = backupName(parts, upTo);
  const job = { state, previous: contents.snapshot, journal, upTo, folder: layout.backups, name };
  try {
    await withThread(parts, (thread) =>
      thread.call('build', { ...job, archive: null, isChecked: true, copy: null }),
    );
  } catch {
    if (!isStillWriter(files, own)) return false;
    keepFiles(parts, own);
  }
  return true;
}

export function keepFiles({ files, layout, newRandom }: StoreParts, own: OwnFile): void {
  const names = parseStoreNames(files.list(layout.state)).filter(
    ({ kind, term }) => kind === 'snapshot' || (kind === 'journal' && term < own.term),
  );
  setAside(
    files,
    layout,
    names.map(({ name }) => name),
    newRandom(),
  );
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

async function withThread<T>(
  { startThread }: StoreParts,
  work: (thread: ReturnType<StoreParts['startThread']>) => Promise<T>,
): Promise<T> {
  const thread = startThread();
  try {
    return await work(thread);
  } finally {
    thread.close();
  }
}
