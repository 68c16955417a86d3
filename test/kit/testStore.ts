import initSqlJs, { type SqlJsStatic } from 'sql.js';
import { migrations } from '../../src/store/sqlite/database/migrations.ts';
import { openStore, type StoreOptions } from '../../src/store/sqlite/openStore.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import type { SqliteRegister } from '../../src/store/sqlite/sqliteRegister.ts';
import type { Store } from '../../src/store/sqlite/store.ts';
import type { StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import { StoreWorker } from '../../src/store/sqlite/thread/storeWorker.ts';
import { threadHere } from '../../src/store/sqlite/thread/threadHere.ts';
import type { StartThread } from '../../src/store/sqlite/thread/requests.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { ManualTime } from './manualTime.ts';

let loading: Promise<SqlJsStatic> | null = null;

/** SQLite is compiled once a test run. */
export function loadSql(): Promise<SqlJsStatic> {
  loading ??= initSqlJs();
  return loading;
}

export async function threadOver(files: StoreFiles, known = migrations): Promise<StartThread> {
  const sql = await loadSql();
  return threadHere(() => new StoreWorker(files, sql, undefined, known));
}

export const identity = { endpoint: '/run/signalbox/test.sock', token: 'token-of-a-test' };

export interface TestStore {
  readonly store: Store;
  readonly time: ManualTime;
}

/** A store with its second thread in this one, on a clock that stands still. */
export async function testStore(root: string, options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const time = new ManualTime(Date.now());
  const snapshotWorker = await threadOver(options.files ?? nodeFiles);
  const store = await openStore(root, { snapshotWorker, clock: time, scheduler: time, ...options });
  return { store, time };
}

export async function testRegister(
  root: string,
  options: Partial<StoreOptions> = {},
): Promise<SqliteRegister> {
  const { store } = await testStore(root, options);
  return store.becomeWriter(identity);
}

export async function replayed(register: Pick<SqliteRegister, 'replay'>): Promise<RegisterEvent[]> {
  const events: RegisterEvent[] = [];
  for await (const batch of register.replay()) events.push(...batch);
  return events;
}
