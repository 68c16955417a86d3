import type { Database, SqlJsStatic } from 'sql.js';
import { extentOf, insertEvents, readEvents, row } from '../database/eventRows.ts';
import { eventsFromText } from '../database/eventText.ts';
import type { Migration } from '../database/migrations.ts';
import { newDatabase } from '../database/openDatabase.ts';
import { Projections } from '../database/projections.ts';
import type { OnProgress } from './requests.ts';

/** The tables that follow from the events. */
export const projected = [
  ...['tasks', 'leases', 'triggers', 'questions', 'decisions', 'receipts', 'requests', 'state'],
] as const;

const replayedAtOnce = 2000;

export interface Replayed {
  /** Its tables follow from nothing but the events of the stored one. */
  readonly database: Database;
  /** So many were replayed; those in the archive are not. */
  readonly events: number;
  /** Steps of replaying and comparing together. */
  readonly total: number;
}

/**
 * Folds the events of a stored database anew, by the core's own rules. A step of its progress is an event.
 * @throws RegisterFault `damaged`
 */
export function replayDatabase(
  sql: SqlJsStatic,
  stored: Database,
  known: readonly Migration[],
  onProgress: OnProgress,
): Replayed {
  const rows = projected.reduce((sum, table) => sum + countOf(stored, table), 0);
  const total = extentOf(stored).count + rows;
  const database = newDatabase(sql, known);
  try {
    const projections = new Projections(database);
    let events = 0;
    for (let from: number | null = 1; from !== null;) {
      const page = readEvents(stored, {}, from, replayedAtOnce);
      const batch = eventsFromText(page.text);
      database.run('BEGIN');
      insertEvents(database, batch);
      projections.apply(batch);
      database.run('COMMIT');
      events += batch.length;
      onProgress(events, total);
      from = page.next;
    }
    projections.store();
    return { database, events, total };
  } catch (error) {
    database.close();
    throw error;
  }
}

export const countOf = (database: Database, table: string): number =>
  Number(row(database, `SELECT count(*) FROM ${table}`, [])[0]);
