import type { Database, SqlJsStatic } from 'sql.js';
import type { Migration } from '../database/migrations.ts';
import { columnsOf } from './compareTable.ts';
import { compareTables } from './compareTables.ts';
import { replayDatabase } from './replayDatabase.ts';
import type { OnProgress } from './requests.ts';

/** Every table that is not what a replay of the events makes becomes that; the others stay as they are. */
export function mendTables(
  sql: SqlJsStatic,
  stored: Database,
  known: readonly Migration[],
  onProgress: OnProgress,
): void {
  const replayed = replayDatabase(sql, stored, known, onProgress);
  try {
    for (const { table } of compareTables(stored, replayed, onProgress)) {
      if (table !== 'events') replaceRows(stored, replayed.database, table);
    }
  } finally {
    replayed.database.close();
  }
}

function replaceRows(stored: Database, right: Database, table: string): void {
  const columns = columnsOf(right, table);
  const rows = right.prepare(`SELECT ${columns.join(', ')} FROM ${table}`);
  const marks = columns.map(() => '?').join(', ');
  const insert = stored.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
  try {
    stored.run('BEGIN');
    stored.run(`DELETE FROM ${table}`);
    while (rows.step()) insert.run(rows.get());
    stored.run('COMMIT');
  } finally {
    rows.free();
    insert.free();
  }
}
