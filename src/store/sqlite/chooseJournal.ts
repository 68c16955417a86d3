import { join } from 'node:path';
import type { RegisterFault } from '../../coordinator/ports.ts';
import type { RegisterEvent } from '../../core/events.ts';
import { schemaVersion, type SnapshotRef } from './journalLines.ts';
import { guessHeader, type ReadJournal, readJournal } from './readJournal.ts';
import { refuseForeign } from './refuseForeign.ts';
import { refuseNewer } from './refuseNewer.ts';
import { damaged } from './storeFaults.ts';
import { hasCode, type StoreFiles } from './storeFiles.ts';
import { namesOf, parseStoreNames, type StoreName, writerName } from './storeNames.ts';

/** What an opener goes on from: a snapshot and the records above it. */
export interface Contents {
  readonly snapshot: SnapshotRef | null;
  /** Records above the snapshot, in order without a gap. */
  readonly events: readonly RegisterEvent[];
}

/** Position of the last event; 0: there is none. */
export const lastOf = ({ snapshot, events }: Contents): number =>
  events.at(-1)?.position ?? snapshot?.position ?? 0;

export type Choice =
  | {
      readonly kind: 'chosen';
      /** The journal that `contents` come from; null: an empty store. */
      readonly journal: { readonly term: number; readonly random: string } | null;
      readonly contents: Contents;
      /** Journals with a torn end, of which a copy is kept aside (rule 17). */
      readonly torn: readonly string[];
    }
  /** A higher term is there (rule 3). */
  | { readonly kind: 'replaced' }
  /** Unless a look shows that the chooser was replaced: then another writer is at work on these files (rule 3). */
  | { readonly kind: 'damaged'; readonly fault: RegisterFault };

const isDamage = (what: string): Choice => ({ kind: 'damaged', fault: damaged(what) });

/**
 * Rule 2: the ready journal with the highest term, among what a new listing shows. The checksum of its snapshot is for
 * the caller to check.
 * @param own the chooser's term; `Infinity` for one that only reads.
 * @param schema the highest that the chooser knows
 * @throws RegisterFault `newer_schema`; `damaged` for what is no file
 */
export function chooseJournal(files: StoreFiles, state: string, own: number, schema = schemaVersion): Choice {
  const names = parseStoreNames(files.list(state));
  const journals = namesOf('journal', names).reverse();
  if (journals.some(({ term }) => term > own)) return { kind: 'replaced' };
  const others = names.filter(({ kind, term }) => kind !== 'journal' || term !== own);
  refuseForeign(files, state, others);
  refuseNewer(files, state, others, schema);
  const torn: string[] = [];
  for (const { term, name } of journals) {
    if (term === own) continue;
    const bytes = readOrNull(files, join(state, name));
    if (bytes === null) return isDamage(`${name} vanished while it was to be read`);
    const journal = readJournal(bytes, term);
    if (journal.bad?.wasSynced === true) {
      const { line, offset } = journal.bad;
      return isDamage(`${name} is damaged at line ${line} (byte ${offset}), before records that were stored`);
    }
    if (journal.bad !== null) torn.push(name);
    if (journal.isReady) return adopt(files, state, names, term, journal, torn);
    if (wasReady(files, state, names, term, bytes)) {
      return isDamage(`${name} is damaged at line ${journal.bad?.line ?? 1}: it had been in use`);
    }
  }
  return chooseNothing(names, torn);
}

function adopt(
  files: StoreFiles,
  state: string,
  names: readonly StoreName[],
  term: number,
  journal: ReadJournal,
  torn: readonly string[],
): Choice {
  const snapshot = journal.header?.snapshot ?? null;
  if (snapshot !== null && files.stat(join(state, snapshot.name)) === null) {
    return isDamage(`${snapshot.name}, which journal-${term} goes on from, is missing`);
  }
  const orphan = namesOf('writer', names).find((writer) => writer.term > term && !has(names, writer.term));
  if (orphan !== undefined)
    return isDamage(`journal-${orphan.term} is missing: ${orphan.name} was written after it`);
  // One of a higher term whose journal is there, but never became ready, is what a restore that was cut off left.
  const later = namesOf('snapshot', names).find(
    (name) =>
      !name.isTemporary &&
      name.position > journal.last &&
      (name.term === term || (name.term > term && !has(names, name.term))),
  );
  if (later !== undefined) {
    return isDamage(
      `journal-${term} ends at position ${journal.last}, but ${later.name} holds later records`,
    );
  }
  const random = journal.header?.random ?? '';
  return { kind: 'chosen', journal: { term, random }, contents: { snapshot, events: journal.events }, torn };
}

/** No ready journal: an empty store, unless something shows that there was one (rule 3). */
function chooseNothing(names: readonly StoreName[], torn: readonly string[]): Choice {
  const snapshot = namesOf('snapshot', names).find(({ isTemporary }) => !isTemporary);
  if (snapshot !== undefined) return isDamage(`${snapshot.name} is there, but no journal that can be read`);
  const orphan = namesOf('writer', names).find(({ term }) => !has(names, term));
  if (orphan !== undefined)
    return isDamage(`journal-${orphan.term} is missing: ${orphan.name} was written after it`);
  return { kind: 'chosen', journal: null, contents: { snapshot: null, events: [] }, torn };
}

const has = (names: readonly StoreName[], term: number): boolean =>
  names.some((name) => name.kind === 'journal' && name.term === term);

/** A writer file is written after `ready` was durable (rule 13), so one for this very journal proves that it was. */
function wasReady(
  files: StoreFiles,
  state: string,
  names: readonly StoreName[],
  term: number,
  bytes: Uint8Array,
): boolean {
  if (!names.some(({ name }) => name === writerName(term))) return false;
  const writer = readOrNull(files, join(state, writerName(term)));
  if (writer === null) return false;
  const { random } = guessHeader(bytes);
  return random === null || Buffer.from(writer).includes(random);
}

export function readOrNull(files: StoreFiles, path: string): Uint8Array | null {
  try {
    return files.read(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
