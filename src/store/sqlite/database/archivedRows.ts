import type { Database, Statement } from 'sql.js';
import type { HistoryFilter } from '../../../coordinator/ports.ts';
import type { Place } from '../archive/archiveFile.ts';
import { row } from './eventRows.ts';

/** The events of one lease that lie in the archive, and where. */
export interface ArchivedLease extends Place {
  readonly leaseId: string;
  readonly taskId: string;
  /** Position of its `LeaseArchived`, which stays. */
  readonly marker: number;
  readonly events: number;
  /** Positions of the first and the last of them. */
  readonly first: number;
  readonly last: number;
}

/** A database gets them with its first archived lease. */
export const archivedTables = `
CREATE TABLE IF NOT EXISTS archived (
  lease_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, marker INTEGER NOT NULL, file TEXT NOT NULL,
  first_byte INTEGER NOT NULL, bytes INTEGER NOT NULL, events INTEGER NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS archived_by_task ON archived (task_id);
CREATE INDEX IF NOT EXISTS events_that_archive ON events (lease_id) WHERE type = 'LeaseArchived';
`;

const table = `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'archived'`;

export const hasArchived = (database: Database): boolean => row(database, table, []).length > 0;

/** How many events have moved, and the position of the last of them; 0: none. */
export function archivedExtent(database: Database): { readonly count: number; readonly last: number } {
  if (!hasArchived(database)) return { count: 0, last: 0 };
  const sql = 'SELECT coalesce(sum(events), 0), coalesce(max(last), 0) FROM archived';
  const [count, last] = row(database, sql, []);
  return { count: Number(count), last: Number(last) };
}

/** Where what is known of a file ends. */
export function endOfArchive(database: Database, file: string): number {
  const sql = 'SELECT coalesce(max(first_byte + bytes), 0) FROM archived WHERE file = ?';
  return Number(row(database, sql, [file])[0]);
}

/** Positions of the `LeaseArchived` whose events have not moved yet, in order. */
export function waitingMarkers(database: Database): number[] {
  const sql = `SELECT position FROM events WHERE type = 'LeaseArchived'
    AND lease_id NOT IN (SELECT lease_id FROM archived) ORDER BY position`;
  return column(database.prepare(sql)).map(Number);
}

export function insertArchived(database: Database, leases: readonly ArchivedLease[]): void {
  const statement = database.prepare('INSERT INTO archived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  try {
    for (const { leaseId, taskId, marker, file, firstByte, bytes, events, first, last } of leases)
      statement.run([leaseId, taskId, marker, file, firstByte, bytes, events, first, last]);
  } finally {
    statement.free();
  }
}

/** Archived leases that a question for the history of a lease or task is about, from a position on. */
export function archivedFor(database: Database, filter: HistoryFilter, from: number): ArchivedLease[] {
  const { leaseId, taskId } = filter;
  if ((leaseId === undefined && taskId === undefined) || !hasArchived(database)) return [];
  const bound = [from, ...[leaseId, taskId].filter((id) => id !== undefined)];
  const where = `${leaseId === undefined ? '' : ' AND lease_id = ?'}${taskId === undefined ? '' : ' AND task_id = ?'}`;
  const statement = database.prepare(`SELECT * FROM archived WHERE last >= ?${where} ORDER BY first`, bound);
  const found: ArchivedLease[] = [];
  try {
    while (statement.step()) {
      const stored = statement.getAsObject();
      found.push({
        leaseId: String(stored['lease_id']),
        taskId: String(stored['task_id']),
        marker: Number(stored['marker']),
        file: String(stored['file']),
        firstByte: Number(stored['first_byte']),
        bytes: Number(stored['bytes']),
        events: Number(stored['events']),
        first: Number(stored['first']),
        last: Number(stored['last']),
      });
    }
    return found;
  } finally {
    statement.free();
  }
}

function column(statement: Statement): unknown[] {
  const values: unknown[] = [];
  try {
    while (statement.step()) values.push(statement.get()[0]);
    return values;
  } finally {
    statement.free();
  }
}
