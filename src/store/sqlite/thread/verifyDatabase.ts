import { eventsFromText } from '../database/eventText.ts';
import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import { archivedExtent } from '../database/archivedRows.ts';
import { extentOf, insertEvents, readEvents, row } from '../database/eventRows.ts';
import { migrations } from '../database/migrations.ts';
import { newDatabase, openDatabase } from '../database/openDatabase.ts';
import { Projections } from '../database/projections.ts';
import type { VerifiedDatabase } from './requests.ts';

const projected = ['tasks', 'leases', 'triggers', 'questions', 'decisions', 'receipts', 'requests', 'state'];
const replayedAtOnce = 2000;

/** Replays a database's events into an empty one, by the same rules, and compares every table row by row. */
export function verifyDatabase(sql: SqlJsStatic, bytes: Uint8Array, known = migrations): VerifiedDatabase {
  const stored = openDatabase(sql, bytes, known);
  const rebuilt = newDatabase(sql, known);
  try {
    const events = replayInto(rebuilt, stored);
    const differing = projected.filter((table) => differs(table, stored, rebuilt));
    const { count, last } = extentOf(stored);
    const isWhole = count + archivedExtent(stored).count === last;
    return { events, differing: isWhole ? differing : ['events', ...differing] };
  } finally {
    stored.close();
    rebuilt.close();
  }
}

function replayInto(rebuilt: Database, stored: Database): number {
  const projections = new Projections(rebuilt);
  let events = 0;
  for (let from: number | null = 1; from !== null;) {
    const page = readEvents(stored, {}, from, replayedAtOnce);
    const batch = eventsFromText(page.text);
    insertEvents(rebuilt, batch);
    projections.apply(batch);
    events += batch.length;
    from = page.next;
  }
  projections.store();
  return events;
}

/** Compares the columns that this program knows: a newer one may have added others (S1). */
function differs(table: string, stored: Database, rebuilt: Database): boolean {
  const [names] = row(rebuilt, `SELECT group_concat(name) FROM pragma_table_info('${table}')`, []);
  const columns = String(names);
  return contentsOf(stored, table, columns) !== contentsOf(rebuilt, table, columns);
}

function contentsOf(database: Database, table: string, columns: string): string {
  const statement = database.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`);
  const rows: SqlValue[][] = [];
  try {
    while (statement.step()) rows.push(statement.get());
    return JSON.stringify(table === 'state' ? rows.map(ordered) : rows);
  } finally {
    statement.free();
  }
}

/** What folds from events of which some were archived may come in another order. */
function ordered([part = null, value = null]: SqlValue[]): SqlValue[] {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) return [part, text];
  return [part, JSON.stringify(parsed.map((entry) => JSON.stringify(entry)).sort())];
}
