import { join } from 'node:path';
import { RegisterFault } from '../../coordinator/ports.ts';
import { listBackups } from './backupFiles.ts';
import { chooseJournal } from './chooseJournal.ts';
import { foreignEntries } from './refuseForeign.ts';
import { removalOf, removedFault } from './removal.ts';
import { findSalvage, type Found } from './salvage.ts';
import { foreign, storageFailed } from './storeFaults.ts';
import { hasCode } from './storeFiles.ts';
import { parseStoreNames } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import type { StoreThread } from './thread/requests.ts';

/** One thing that is wrong with a store, in the words of the error that a start would stop with. */
export interface Ailment {
  /** `warn`: a start passes over it. */
  readonly level: 'warn' | 'error';
  readonly says: string;
}

export interface Examination {
  readonly ailments: readonly Ailment[];
  /** Null: there is no store, it is of a newer schema, or its folder can't be listed. */
  readonly found: Found | null;
}

const nothing: Examination = { ailments: [], found: null };
const wrong = (error: unknown): Ailment => ({
  level: 'error',
  says: storageFailed('reading', error).message,
});

/** Names all that is wrong with the files of a store; reads only. For a store that nobody serves. */
export async function examineStore(parts: StoreParts): Promise<Examination> {
  const { files, layout, schema } = parts;
  let listed: readonly string[];
  try {
    listed = files.list(layout.state);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return nothing;
    const fault = hasCode(error, 'ENOTDIR') ? foreign(layout.home, layout.state, 'is no folder') : error;
    return { ailments: [wrong(fault)], found: null };
  }
  const strange = foreignEntries(files, layout.state, parseStoreNames(listed));
  const ailments = strange.map(({ name, what }) => wrong(foreign(layout.state, name, what)));
  // What is no file is passed over, so that the rest can be looked at as it is after a repair.
  const rest = { ...files, list: (folder: string) => files.list(folder).filter((name) => !isStrange(name)) };
  const isStrange = (name: string): boolean => strange.some((each) => each.name === name);
  const removal = removalOf(files, layout);
  if (removal !== null) {
    const { message, next } = removedFault(files, layout, removal);
    ailments.push({ level: 'error', says: `${message}. ${next}` });
  }
  try {
    const choice = chooseJournal(rest, layout.state, Infinity, schema);
    if (choice.kind === 'damaged') ailments.push(wrong(choice.fault));
    if (choice.kind === 'chosen') {
      ailments.push(...choice.torn.map(tornEnd));
      const { snapshot } = choice.contents;
      if (snapshot !== null) ailments.push(...(await snapshotAilment(parts, snapshot)));
    }
  } catch (error) {
    if (error instanceof RegisterFault && error.kind === 'newer_schema') {
      return { ailments: [...ailments, wrong(error)], found: null };
    }
    ailments.push(wrong(error));
  }
  ailments.push(...(await backupAilments(parts)));
  return { ailments, found: await findSalvage({ ...parts, files: rest }) };
}

const tornEnd = (name: string): Ailment => ({
  level: 'warn',
  says: `${name} ends in a line that was not written to its end; the next start passes over it and keeps a copy in state/aside`,
});

async function snapshotAilment(
  parts: StoreParts,
  { name, crc }: { readonly name: string; readonly crc: string },
): Promise<Ailment[]> {
  const path = join(parts.layout.state, name);
  return inThread(parts, (thread) => failureOf(thread.call('open', { path, crc })));
}

async function backupAilments(parts: StoreParts): Promise<Ailment[]> {
  const ailments: Ailment[] = [];
  for (const { path } of listBackups(parts.files, parts.layout.backups)) {
    const failures = await inThread(parts, (thread) => failureOf(thread.call('check', { path })));
    ailments.push(...failures.map(({ says }) => ({ level: 'warn', says: `backup: ${says}` }) as const));
  }
  return ailments;
}

const failureOf = (asked: Promise<unknown>): Promise<Ailment[]> =>
  asked.then(
    () => [],
    (error: unknown) => [wrong(error)],
  );

async function inThread<T>(
  { startThread }: StoreParts,
  work: (thread: StoreThread) => Promise<T>,
): Promise<T> {
  const thread = startThread();
  try {
    return await work(thread);
  } finally {
    thread.close();
  }
}
