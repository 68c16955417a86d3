import { basename } from 'node:path';
import type { Database, SqlJsStatic } from 'sql.js';
import { extentOf, row } from '../database/eventRows.ts';
import { archivedExtent } from '../database/archivedRows.ts';
import { migrations, schemaOf } from '../database/migrations.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { fileChecksum } from '../fileChecksum.ts';
import { userVersion } from '../refuseNewer.ts';
import { damaged, newerSchema } from '../storeFaults.ts';
import type { CheckedDatabase } from './requests.ts';

/**
 * S3: version first (S1), then SQLite's own integrity check, then events without a gap but for those archived, up to `last` if it is given.
 * @throws RegisterFault `newer_schema` or `damaged`, naming the file
 */
export function checkDatabase(
  sql: SqlJsStatic,
  path: string,
  bytes: Uint8Array,
  expectedLast?: number,
  known = migrations,
): CheckedDatabase {
  const name = basename(path);
  const version = userVersion(bytes);
  if (version !== null && version > schemaOf(known)) throw newerSchema(name, version, schemaOf(known));
  let database: Database | null = null;
  try {
    database = openDatabase(sql, bytes, known);
    const [integrity] = row(database, 'PRAGMA integrity_check', []);
    if (integrity !== 'ok') throw damaged(`${name} is damaged: ${String(integrity)}`);
    const { count, last } = extentOf(database);
    if (count + archivedExtent(database).count !== last || last !== (expectedLast ?? last)) {
      throw damaged(`${name} has ${count} events up to position ${last}, expected ${expectedLast ?? last}`);
    }
    const [at] = row(database, 'SELECT at FROM events WHERE position = ?', [last]);
    const lastAt = typeof at === 'number' ? at : null;
    const crc = fileChecksum(bytes);
    return { schema: version ?? 0, events: count, last, lastAt, bytes: bytes.length, crc };
  } catch (error) {
    if (error instanceof Error && error.name === 'RegisterFault') throw error;
    throw damaged(`${name} is not a Signalbox database`, error);
  } finally {
    database?.close();
  }
}
