import { join } from 'node:path';
import { isSameFile, type FileIdentity, hasCode, type OpenFile, type StoreFiles } from './storeFiles.ts';
import { readJournal } from './readJournal.ts';
import { foreign } from './storeFaults.ts';
import {
  highestTerm,
  journalName,
  lastTerm,
  namesOf,
  parseStoreNames,
  type StoreName,
} from './storeNames.ts';

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

/**
 * Rule 1: one more than the highest number in any name.
 * @throws RegisterFault `damaged` where a foreign file has the last number that there is
 */
export function createNextJournal(files: StoreFiles, state: string): OwnFile {
  for (;;) {
    const names = parseStoreNames(files.list(state));
    const last = names.find(({ term }) => term >= lastTerm);
    if (last !== undefined) throw foreign(state, last.name, 'has the highest number that there can be');
    const own = createJournal(files, state, 1 + highestTerm(names));
    if (own !== null) return own;
  }
}

/**
 * Gives a term up that did not begin, so that each failed start does not leave a journal behind. Its file goes only where
 * it is known to be in no use: nobody has come after it, no other file is of this term, and no `ready` is in it, which
 * would count again if a power loss undid the deletion.
 */
export function abandonTerm(files: StoreFiles, own: OwnFile): void {
  try {
    if (isStillWriter(files, own) && isUnused(files, own)) files.unlink(own.path);
  } catch {
    // Where the disk fails it stays, and is passed over by whoever opens next.
  }
  own.file.close();
}

function isUnused(files: StoreFiles, { state, path, term }: OwnFile): boolean {
  const ofTerm = parseStoreNames(files.list(state)).filter((name) => name.term === term);
  return ofTerm.length === 1 && !readJournal(files.read(path), term).isReady;
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
