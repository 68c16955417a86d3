import { join } from 'node:path';
import { isSameFile, type FileIdentity, hasCode, type OpenFile, type StoreFiles } from './storeFiles.ts';
import { highestTerm, journalName, namesOf, parseStoreNames, type StoreName } from './storeNames.ts';

/** The journal that a writer created, held open so that its inode can't be taken by another file. */
export interface OwnFile {
  readonly term: number;
  readonly state: string;
  readonly path: string;
  readonly file: OpenFile;
  readonly identity: FileIdentity;
}

/** Creates the journal of exactly this term; null if the name is taken. */
export function createJournal(files: StoreFiles, state: string, term: number): OwnFile | null {
  const path = join(state, journalName(term));
  try {
    const file = files.create(path);
    return { term, state, path, file, identity: file.identity() };
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return null;
    throw error;
  }
}

/** Rule 1: one more than the highest number in any name. */
export function createNextJournal(files: StoreFiles, state: string): OwnFile {
  for (;;) {
    const own = createJournal(files, state, 1 + highestTerm(parseStoreNames(files.list(state))));
    if (own !== null) return own;
  }
}

/** Whether the name of a journal still holds the file that its writer created. */
export const holdsItsName = (files: StoreFiles, own: OwnFile): boolean =>
  isSameFile(own.identity, files.stat(own.path));

/**
 * Rule 7, the look: a complete listing shows no journal above one's own, and *then* one's own name holds one's own file.
 * The order matters: a listing may miss a name that comes while it runs, but then the own one is gone by the second check.
 */
export function isStillWriter(files: StoreFiles, own: OwnFile): boolean {
  const listed = namesWithin(files, own.state);
  if (listed === null || namesOf('journal', listed).some(({ term }) => term > own.term)) return false;
  return holdsItsName(files, own);
}

/** Null: there is no such folder. */
export function namesWithin(files: StoreFiles, state: string): StoreName[] | null {
  try {
    return parseStoreNames(files.list(state));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
