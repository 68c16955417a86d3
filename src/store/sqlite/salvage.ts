import { basename, join } from 'node:path';
import type { RegisterEvent } from '../../core/events.ts';
import { listBackups } from './backupFiles.ts';
import { readOrNull } from './chooseJournal.ts';
import { eventsFromText } from './database/eventText.ts';
import { type ReadJournal, readJournal } from './readJournal.ts';
import { namesOf, parseStoreNames } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import type { CheckedDatabase, StoreThread } from './thread/requests.ts';

/** A database that was read whole: a snapshot, the copy for people's tools, or a backup. */
export interface FoundDatabase extends CheckedDatabase {
  readonly path: string;
  /** When its last event happened, epoch milliseconds; null: it has none. */
  readonly lastAt: number | null;
}

/** The longest history that can be read whole: a database and the records above it. */
export interface Salvage {
  /** Null: the records begin at position 1. */
  readonly base: FoundDatabase | null;
  readonly events: readonly RegisterEvent[];
  readonly last: number;
  readonly lastAt: number | null;
  /** Names of the files that it comes from. */
  readonly from: readonly string[];
}

export interface Found {
  /** Null: nothing can be read. */
  readonly history: Salvage | null;
  /** The newest that is whole; null: there is none. */
  readonly backup: FoundDatabase | null;
  /** The highest position that any file speaks of, and when it happened: what there was, at least. */
  readonly reached: { readonly position: number; readonly at: number | null };
}

type Places = Pick<StoreParts, 'files' | 'layout' | 'startThread'>;

/** Reads every file of a store on its own, so that one that is damaged hides none of the others. Changes nothing. */
export async function findSalvage(parts: Places): Promise<Found> {
  const { files, layout } = parts;
  const names = parseStoreNames(files.list(layout.state)).filter(
    ({ name }) => files.kind(join(layout.state, name)) === 'file',
  );
  const journals = namesOf('journal', names)
    .reverse()
    .map(({ term, name }) => ({ name, bytes: readOrNull(files, join(layout.state, name)), term }))
    .map(({ bytes, ...journal }) => ({ ...journal, bytes: bytes ?? new Uint8Array() }));
  const snapshots = namesOf('snapshot', names).filter(({ isTemporary }) => !isTemporary);
  const thread = parts.startThread();
  try {
    const paths = [...snapshots.map(({ name }) => join(layout.state, name)), layout.copy];
    const read = journals.map(({ name, term, bytes }) => ({ name, journal: readJournal(bytes, term) }));
    const stated = read.flatMap(({ journal }) => journal.header?.snapshot ?? []);
    // What SQLite finds in order may have other bytes than were written all the same.
    const databases = (await wholeOnes(parts, thread, paths)).filter(
      ({ path, crc }) => !stated.some((snapshot) => snapshot.name === basename(path) && snapshot.crc !== crc),
    );
    const [backup = null] = await wholeOnes(
      parts,
      thread,
      listBackups(files, layout.backups).map(({ path }) => path),
    );
    const histories = [
      ...read.flatMap(({ name, journal }) => above(name, journal, databases)),
      ...databases.map((base) => bare(base)),
    ];
    const history = histories.reduce<Salvage | null>(
      (best, each) => (best === null || each.last > best.last ? each : best),
      null,
    );
    const positions = snapshots.map(({ position }) => ({ position, at: null }));
    const reached = [...journals.map(({ bytes }) => reachOf(bytes)), ...positions].reduce(
      (highest, each) => (each.position > highest.position ? each : highest),
      { position: history?.last ?? 0, at: history?.lastAt ?? null },
    );
    return { history, backup, reached };
  } finally {
    thread.close();
  }
}

/** Only on the very database that its header names: another one may be of another history (rule 16). */
function above(name: string, journal: ReadJournal, databases: readonly FoundDatabase[]): Salvage[] {
  const { header, events, last } = journal;
  if (header === null) return [];
  const { snapshot } = header;
  const base = snapshot === null ? null : databases.find(({ crc }) => crc === snapshot.crc);
  if (base === undefined || (base === null && events.length === 0)) return [];
  const from = [...(base === null ? [] : [basename(base.path)]), name];
  return [{ base, events, last, lastAt: events.at(-1)?.at ?? base?.lastAt ?? null, from }];
}

const bare = (base: FoundDatabase): Salvage => ({
  base,
  events: [],
  last: base.last,
  lastAt: base.lastAt,
  from: [basename(base.path)],
});

/** Lines count here whether or not their checksums are right. */
function reachOf(bytes: Uint8Array): Found['reached'] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let reached: Found['reached'] = { position: 0, at: null };
  for (const [, position, at] of text.matchAll(
    /\{"position":(\d{1,15}),"id":"[^"]*"[^{}]*?"at":(\d{1,15}),/g,
  )) {
    if (Number(position) > reached.position) reached = { position: Number(position), at: Number(at) };
  }
  return reached;
}

async function wholeOnes(
  { files }: Places,
  thread: StoreThread,
  paths: readonly string[],
): Promise<FoundDatabase[]> {
  const found: FoundDatabase[] = [];
  for (const path of paths) {
    if (files.kind(path) !== 'file') continue;
    try {
      const checked = await thread.call('check', { path });
      found.push({ ...checked, path, lastAt: await lastAt(thread, path, checked) });
    } catch {
      // It is damaged: whoever names what is wrong says so.
    }
  }
  return found;
}

async function lastAt(
  thread: StoreThread,
  path: string,
  { crc, last }: CheckedDatabase,
): Promise<number | null> {
  await thread.call('open', { path, crc });
  const { text } = await thread.call('page', { filter: {}, from: last, limit: 1 });
  return eventsFromText(text)[0]?.at ?? null;
}
