/**
 * How databases of older versions become such as this one writes. Version 1 is `schema`, which never changes again; what
 * came after is a row here. They run over a database whenever it is taken up, in memory: the snapshot that was adopted
 * stays as it is, and the next one is written with all of them done.
 *
 * A breaking migration raises `PRAGMA user_version`, which older programs refuse (S1). One that is not breaking leaves it:
 * older programs go on reading and writing, so it may add tables, indexes, views and columns that may be null, no more.
 */
import type { Database } from 'sql.js';
import { row } from './eventRows.ts';

export interface Migration {
  /** One more than that of the row before; the first is 2. */
  readonly number: number;
  /** An older program could no longer read or write what this makes. */
  readonly isBreaking: boolean;
  readonly run: (database: Database) => void;
}

export const firstSchema = 1;

export const migrations: readonly Migration[] = [];

/** The schema that a program with these migrations writes: the number of the last breaking one. */
export const schemaOf = (known: readonly Migration[]): number =>
  known.findLast(({ isBreaking }) => isBreaking)?.number ?? firstSchema;

const record = 'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)';

/** Runs what the database has not seen yet, in order, all or nothing. */
export function migrate(database: Database, known: readonly Migration[]): void {
  const done = doneIn(database);
  const due = known.filter(({ number }) => !done.has(number));
  if (due.length === 0) return;
  database.run('BEGIN');
  database.run(record);
  for (const { number, isBreaking, run } of due) {
    run(database);
    database.run('INSERT INTO migrations (number) VALUES (?)', [number]);
    if (isBreaking) database.run(`PRAGMA user_version = ${number}`);
  }
  database.run('COMMIT');
}

/** The migrations that a database has seen, those of newer programs too. */
export function doneIn(database: Database): ReadonlySet<number> {
  const hasTable = `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`;
  if (row(database, hasTable, []).length === 0) return new Set();
  const [numbers] = row(database, 'SELECT json_group_array(number) FROM migrations', []);
  return new Set(JSON.parse(String(numbers)) as number[]);
}
