import type { Database, SqlJsStatic } from 'sql.js';
import { migrate, type Migration, migrations } from './migrations.ts';
import { schema } from './schema.ts';

/**
 * Opens a database over a copy of its bytes, and brings it to the shape of this program. sql.js copies by `slice`, which
 * for a Node `Buffer` is a view: it would write into the caller's.
 */
export function openDatabase(sql: SqlJsStatic, bytes: Uint8Array, known = migrations): Database {
  const database = new sql.Database(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  return migrated(database, known);
}

/** An empty one of the shape of this program. */
export function newDatabase(sql: SqlJsStatic, known = migrations): Database {
  const database = new sql.Database();
  database.run(schema);
  return migrated(database, known);
}

function migrated(database: Database, known: readonly Migration[]): Database {
  if (known.length === 0) return database;
  try {
    migrate(database, known);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
