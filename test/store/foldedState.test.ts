import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RegisterEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { initialState, type State } from '../../src/core/model/state.ts';
import { readFolded } from '../../src/store/sqlite/database/foldedState.ts';
import type { SqliteRegister } from '../../src/store/sqlite/sqliteRegister.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { verifyDatabase } from '../../src/store/sqlite/thread/verifyDatabase.ts';
import { plainState } from '../kit/plainState.ts';
import { story } from '../kit/story.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { loadSql, replayed, testRegister } from '../kit/testStore.ts';

const fold = (events: readonly RegisterEvent[]): State => {
  const state = initialState();
  for (const event of events) evolve(state, event);
  return state;
};

describe('the folded state in a snapshot', () => {
  const folder = temporaryFolders();
  const events = story();
  const cut = events.length - 3;

  /** Most of the story is in the snapshot, the rest above it. */
  async function written(): Promise<{ root: string; register: SqliteRegister }> {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, events.slice(0, cut));
    await register.compact();
    await register.append(cut, events.slice(cut));
    return { root, register };
  }

  /** What a start finds after a power cut: the same files, and nobody who serves. */
  function copyOf(root: string): string {
    const copy = folder();
    const { state } = storeLayout(copy);
    mkdirSync(state, { recursive: true });
    const isKept = (file: string) => !basename(file).startsWith('writer-');
    cpSync(storeLayout(root).state, state, { recursive: true, filter: isKept });
    return copy;
  }

  async function database(root: string) {
    const sql = await loadSql();
    return new sql.Database(new Uint8Array(readFileSync(storeLayout(root).copy)));
  }

  it('is taken up by a start, which then replays only what is above it', async () => {
    const { root, register } = await written();
    const next = await testRegister(copyOf(root));
    const state = await next.restore();
    assert.ok(state);
    assert.deepEqual(plainState(state), plainState(fold(events.slice(0, cut))));
    assert.deepEqual(await replayed(next), events.slice(cut));
    await next.close();
    await register.close();
  });

  it('need not be taken up: without it all is replayed', async () => {
    const { root, register } = await written();
    const next = await testRegister(copyOf(root));
    assert.deepEqual(await replayed(next), events);
    await next.close();
    await register.close();
  });

  it('is no part of an empty register', async () => {
    const register = await testRegister(folder());
    assert.equal(await register.restore(), null);
    assert.deepEqual(await replayed(register), []);
    await register.close();
  });

  it('of another model, or not there, is left unread', async () => {
    const { root, register } = await written();
    const stored = await database(root);
    assert.ok(readFolded(stored));
    stored.run(`UPDATE state SET value = '0' WHERE part = 'model'`);
    assert.equal(readFolded(stored), null);
    stored.run('DELETE FROM state');
    assert.equal(readFolded(stored), null);
    stored.run('DROP TABLE state');
    assert.equal(readFolded(stored), null);
    stored.close();
    await register.close();
  });

  it('is proved by a replay, as the tables are: what differs from it is named', async () => {
    const { root, register } = await written();
    const stored = await database(root);
    const sql = await loadSql();
    assert.deepEqual(verifyDatabase(sql, stored.export()), { events: cut, differing: [] });
    stored.run(`UPDATE state SET value = '[]' WHERE part = 'tasks'`);
    assert.deepEqual(verifyDatabase(sql, stored.export()), {
      events: cut,
      differing: [{ table: 'state', rows: 1, row: 'tasks', what: { column: 'value' } }],
    });
    stored.close();
    await register.close();
  });
});
