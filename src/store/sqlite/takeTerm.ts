import { join } from 'node:path';
import { chooseJournal, type Contents } from './chooseJournal.ts';
import { schemaVersion } from './journalLines.ts';
import { abandonTerm, createNextJournal, isStillWriter, type OwnFile } from './ownFile.ts';
import { hasCode, type StoreFiles } from './storeFiles.ts';
import type { StoreLayout } from './storeLayout.ts';
import { writeNew } from './writeNew.ts';

/** A term that was taken: its journal is created and still empty, and what it goes on from was read after that. */
export interface TakenTerm {
  readonly own: OwnFile;
  readonly contents: Contents;
  readonly torn: readonly string[];
}

/**
 * Rules 1 to 3: create, then read, then choose. Null: another writer came while this one opened; begin again after a
 * random wait, or follow.
 * @throws RegisterFault `damaged`, `newer_schema`
 */
export function takeTerm(
  files: StoreFiles,
  { state }: StoreLayout,
  schema = schemaVersion,
): TakenTerm | null {
  const own = createNextJournal(files, state);
  try {
    const choice = chooseJournal(files, state, own.term, schema);
    if (choice.kind === 'chosen') return { own, contents: choice.contents, torn: choice.torn };
    // What looks like damage may be a higher term at work, so only one that was not replaced may say so.
    if (choice.kind === 'damaged' && isStillWriter(files, own)) throw choice.fault;
  } catch (error) {
    abandonTerm(files, own);
    throw error;
  }
  own.file.close();
  return null;
}

/** Rule 5: makes the folders, and their names durable before the first answer, whoever made them. */
export function makeFolders(files: StoreFiles, layout: StoreLayout): void {
  files.makeFolder(layout.home, 0o755);
  files.syncFolder(layout.root);
  files.makeFolder(layout.state, 0o700);
  files.syncFolder(layout.home);
  for (const folder of [layout.backups, layout.aside]) files.makeFolder(folder, 0o700);
  ignoreState(files, layout);
}

function ignoreState(files: StoreFiles, { state }: StoreLayout): void {
  const path = join(state, '.gitignore');
  if (files.stat(path) !== null) return;
  try {
    writeNew(files, path, Buffer.from('*\n'));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
