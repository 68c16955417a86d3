import { join } from 'node:path';
import type { Database, SqlJsStatic } from 'sql.js';
import type { RegisterEvent } from '../../../core/events.ts';
import { extentOf, insertEvents } from '../database/eventRows.ts';
import { archivedExtent } from '../database/archivedRows.ts';
import { type Migration, migrations } from '../database/migrations.ts';
import { newDatabase, openDatabase } from '../database/openDatabase.ts';
import { Projections } from '../database/projections.ts';
import { fileChecksum } from '../fileChecksum.ts';
import { readJournal } from '../readJournal.ts';
import { damaged, replaced } from '../storeFaults.ts';
import { hasCode, type StoreFiles } from '../storeFiles.ts';
import { journalName } from '../storeNames.ts';
import { writeNew } from '../writeNew.ts';
import { checkDatabase } from './checkDatabase.ts';
import { mendTables } from './mendTables.ts';
import { moveArchived } from './moveArchived.ts';
import type { BuildJob, BuiltDatabase, DatabaseCopy, DatabaseSource, OnProgress } from './requests.ts';

interface Building {
  readonly onProgress?: OnProgress;
  readonly known?: readonly Migration[];
}

/**
 * Rule 8: builds the database of a position, and gives it its name only when it is whole and durable.
 * @throws RegisterFault `replaced` if a file that it is built from is gone, `damaged` if one is not whole
 */
export function buildDatabase(
  files: StoreFiles,
  sql: SqlJsStatic,
  job: BuildJob,
  { onProgress, known = migrations }: Building = {},
): BuiltDatabase {
  const contents = contentsAt(files, sql, job, known);
  const bytes = job.isAnew ? madeAnew(sql, contents, known, onProgress) : contents;
  const path = join(job.folder, job.name);
  const temporary = `${path}.tmp`;
  writeNew(files, temporary, bytes);
  if (job.isChecked) checkDatabase(sql, temporary, files.read(temporary), job.upTo, known);
  files.rename(temporary, path);
  files.syncFolder(job.folder);
  if (job.copy !== null) writeCopy(files, bytes, job.copy);
  return { name: job.name, position: job.upTo, crc: fileChecksum(bytes), bytes: bytes.length };
}

/** For people's tools; whoever has the former one open keeps it. */
export function writeCopy(files: StoreFiles, bytes: Uint8Array, { path, temporary }: DatabaseCopy): void {
  writeNew(files, temporary, bytes);
  files.rename(temporary, path);
}

function madeAnew(
  sql: SqlJsStatic,
  bytes: Uint8Array,
  known: readonly Migration[],
  onProgress: OnProgress = () => undefined,
): Uint8Array {
  const database = openDatabase(sql, bytes, known);
  try {
    mendTables(sql, database, known, onProgress);
    database.run('VACUUM');
    return database.export();
  } finally {
    database.close();
  }
}

/** The database of a position, as bytes. @throws as `buildDatabase` */
export function contentsAt(
  files: StoreFiles,
  sql: SqlJsStatic,
  job: DatabaseSource,
  known: readonly Migration[],
): Uint8Array {
  const events = recordsAbove(files, job);
  const database = openPrevious(files, sql, job, known);
  try {
    addEvents(database, events);
    if (job.archive !== null) moveArchived(files, database, job.state, job.archive);
    const { count, last } = extentOf(database);
    if (count + archivedExtent(database).count !== job.upTo || last !== job.upTo) {
      throw damaged(
        `a snapshot of position ${job.upTo} came out with ${count} events up to position ${last}`,
      );
    }
    return database.export();
  } finally {
    database.close();
  }
}

/** Events and what follows from them, in one transaction; folding them on what was stored is the check that a replay works. */
function addEvents(database: Database, events: readonly RegisterEvent[]): void {
  const projections = new Projections(database);
  database.run('BEGIN');
  insertEvents(database, events);
  projections.apply(events);
  projections.store();
  database.run('COMMIT');
}

function openPrevious(
  files: StoreFiles,
  sql: SqlJsStatic,
  { state, previous }: DatabaseSource,
  known: readonly Migration[],
): Database {
  if (previous === null) return newDatabase(sql, known);
  const bytes = readNamed(files, join(state, previous.name));
  if (fileChecksum(bytes) !== previous.crc)
    throw damaged(`${previous.name} is damaged: its checksum differs`);
  return openDatabase(sql, bytes, known);
}

function recordsAbove(
  files: StoreFiles,
  { state, previous, journal, upTo }: DatabaseSource,
): RegisterEvent[] {
  const name = journalName(journal.term);
  const read = readJournal(readNamed(files, join(state, name)), journal.term);
  if (read.header?.random !== journal.random) throw replaced();
  if (!read.isReady || read.last < upTo)
    throw damaged(`${name} ends before position ${upTo}, which was stored`);
  const after = previous?.position ?? 0;
  return read.events.filter(({ position }) => position > after && position <= upTo);
}

function readNamed(files: StoreFiles, path: string): Uint8Array {
  try {
    return files.read(path);
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? replaced() : error;
  }
}
