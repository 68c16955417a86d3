import { eventsFromText } from '../database/eventText.ts';
import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import { insertEvents, readEvents } from '../database/eventRows.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { Projections } from '../database/projections.ts';
import { schema } from '../database/schema.ts';
import type { VerifiedDatabase } from './requests.ts';

const projected = ['tasks', 'leases', 'triggers', 'questions', 'decisions', 'receipts', 'requests', 'state'];
const replayedAtOnce = 2000;

/** Replays a database's events into an empty one, by the same rules, and compares every table row by row. */
export function verifyDatabase(sql: SqlJsStatic, bytes: Uint8Array): VerifiedDatabase {
  const stored = openDatabase(sql, bytes);
  const rebuilt = new sql.Database();
  try {
    const events = replayInto(rebuilt, stored);
    const differing = projected.filter((table) => contentsOf(stored, table) !== contentsOf(rebuilt, table));
    return { events, differing };
  } finally {
    stored.close();
    rebuilt.close();
  }
}

function replayInto(rebuilt: Database, stored: Database): number {
  rebuilt.run(schema);
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

function contentsOf(database: Database, table: string): string {
  const statement = database.prepare(`SELECT * FROM ${table} ORDER BY 1`);
  const rows: SqlValue[][] = [];
  try {
    while (statement.step()) rows.push(statement.get());
    return JSON.stringify(rows);
  } finally {
    statement.free();
  }
}
