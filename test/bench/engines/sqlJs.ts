import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import type { EnginePlace, SqlDriver } from './sqlDriver.ts';

/** sql.js as it is mostly used: the whole database is written out at each commit, here also synced and renamed. */
export async function openSqlJs({ folder }: EnginePlace): Promise<SqlDriver> {
  const sql = await initSqlJs();
  const database = new sql.Database();
  const store = (): void => {
    const path = join(folder, 'queue.db');
    const descriptor = openSync(`${path}.tmp`, 'w', 0o600);
    writeSync(descriptor, database.export());
    fdatasyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${path}.tmp`, path);
    const names = openSync(folder, 'r');
    fsyncSync(names);
    closeSync(names);
  };
  return {
    settings: 'whole file written, synced and renamed at each commit',
    exec: (text) => {
      database.run(text);
    },
    // An export frees all statements, so none can be kept.
    run: (text, values) => {
      database.run(text, [...values]);
    },
    get: (text, values) => {
      const statement = database.prepare(text, [...values]);
      try {
        return statement.step() ? (statement.get() as readonly (string | number | null)[]) : null;
      } finally {
        statement.free();
      }
    },
    transaction: (work) => {
      database.run('BEGIN');
      work();
      database.run('COMMIT');
      store();
    },
    close: () => {
      database.close();
    },
  };
}
