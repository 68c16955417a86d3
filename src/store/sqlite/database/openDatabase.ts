import type { Database, SqlJsStatic } from 'sql.js';

/**
 * Opens a database over a copy of its bytes. sql.js copies by `slice`, which for a Node `Buffer` is a view: it would write
 * into the caller's.
 */
export const openDatabase = (sql: SqlJsStatic, bytes: Uint8Array): Database =>
  new sql.Database(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
