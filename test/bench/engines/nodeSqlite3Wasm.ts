import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { EnginePlace, SqlDriver, SqlValue } from './sqlDriver.ts';

interface Statement {
  run(values: readonly SqlValue[]): unknown;
  get(values: readonly SqlValue[]): Readonly<Record<string, SqlValue>> | null;
  finalize(): void;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** SQLite as WebAssembly over Node's file calls. Its best journal: kept open and cut, in exclusive locking. */
export function openNodeSqlite3Wasm({ packages, folder }: EnginePlace): SqlDriver {
  const load = createRequire(join(packages, 'node_modules', 'x.js'));
  const { Database: open } = load('node-sqlite3-wasm') as { Database: new (path: string) => Database };
  const database = new open(join(folder, 'queue.db'));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST; PRAGMA synchronous = FULL;');
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    settings: 'journal PERSIST, exclusive locking, synchronous FULL',
    exec: (sql) => {
      database.exec(sql);
    },
    run: (sql, values) => void statement(sql).run(values),
    get: (sql, values) => {
      const row = statement(sql).get(values);
      return row === null ? null : Object.values(row);
    },
    transaction: (work) => {
      statement('BEGIN IMMEDIATE').run([]);
      work();
      statement('COMMIT').run([]);
    },
    close: () => {
      for (const known of prepared.values()) known.finalize();
      database.close();
    },
  };
}
