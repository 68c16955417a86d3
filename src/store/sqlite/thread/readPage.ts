import { join } from 'node:path';
import type { Database } from 'sql.js';
import type { RegisterEvent } from '../../../core/events.ts';
import { matches } from '../../pageOf.ts';
import { readMember } from '../archive/archiveFile.ts';
import { readOrNull } from '../chooseJournal.ts';
import { archivedFor } from '../database/archivedRows.ts';
import { extentOf, oldestFrom, readEvents } from '../database/eventRows.ts';
import type { StoreFiles } from '../storeFiles.ts';
import type { PageRequest, StoredPage } from './requests.ts';

/** A page of what is stored, and what the archive has of the lease or task that it is about (C20). */
export function readPage(files: StoreFiles, database: Database, request: PageRequest): StoredPage {
  const { filter, from, limit, below } = request;
  const page = readEvents(database, filter, from, limit, below);
  const isOfOne = filter.leaseId !== undefined || filter.taskId !== undefined;
  const goneUntil = isOfOne ? null : goneAt(database, from);
  return { ...page, ...readArchived(files, database, request), goneUntil };
}

/** From the start means from the first that is there. */
function goneAt(database: Database, from: number): number | null {
  const { last } = extentOf(database);
  if (from <= 1 || from > last) return null;
  const oldest = oldestFrom(database, from) ?? last;
  return oldest === from ? null : oldest;
}

function readArchived(
  files: StoreFiles,
  database: Database,
  { filter, from, archive }: PageRequest,
): Pick<StoredPage, 'archived' | 'unreadable'> {
  if (archive === undefined) return { archived: [], unreadable: [] };
  const contents = new Map<string, Uint8Array | null>();
  const unreadable = new Set<string>();
  const archived: RegisterEvent[] = [];
  for (const lease of archivedFor(database, filter, from)) {
    const { file, leaseId } = lease;
    if (!contents.has(file)) contents.set(file, readOrNull(files, join(archive, file)));
    const bytes = contents.get(file) ?? null;
    const events = bytes === null ? null : readMember(bytes, lease);
    if (events?.at(-1)?.about.leaseId !== leaseId) unreadable.add(file);
    else archived.push(...events.slice(0, -1));
  }
  const wanted = archived.filter((event) => event.position >= from && matches(filter, event));
  wanted.sort((one, other) => one.position - other.position);
  return { archived: wanted, unreadable: [...unreadable] };
}
