import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { EnginePlace, SqlDriver, SqlValue } from './sqlDriver.ts';

interface Statement {
  raw(): Statement;
  run(...values: readonly SqlValue[]): unknown;
  get(...values: readonly SqlValue[]): readonly SqlValue[] | undefined;
}
interface Database {
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

/** Native SQLite in the process: write-ahead log, synced at each commit, statements prepared once. */
export function openBetterSqlite3({ packages, folder }: EnginePlace): SqlDriver {
  const load = createRequire(join(packages, 'node_modules', 'x.js'));
  const open = load('better-sqlite3') as new (path: string) => Database;
  const database = new open(join(folder, 'queue.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const prepared = new Map<string, Statement>();
  const statement = (sql: string, isQuery: boolean): Statement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    if (isQuery) made.raw();
    prepared.set(sql, made);
    return made;
  };
  return {
    settings: 'WAL, synchronous FULL',
    exec: (sql) => void database.exec(sql),
    run: (sql, values) => void statement(sql, false).run(...values),
    get: (sql, values) => statement(sql, true).get(...values) ?? null,
    transaction: (work) => {
      statement('BEGIN IMMEDIATE', false).run();
      work();
      statement('COMMIT', false).run();
    },
    close: () => {
      database.close();
    },
  };
}
