import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import { openStore } from '../../src/store/sqlite/openStore.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { bundledStoreThread } from '../kit/bundled.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { story } from '../kit/story.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, loadSql, replayed, testRegister, testStore } from '../kit/testStore.ts';

const stopped = new Error('a person stopped it');

describe('work on the whole store that can be watched and stopped', function () {
  this.timeout(60_000);
  const folder = temporaryFolders();
  let script = '';
  before(async () => {
    script = await bundledStoreThread();
  });

  for (const work of ['verify', 'compactAnew'] as const) {
    it(`S3: ${work} tells its progress, and when it is stopped the register goes on as before`, async () => {
      const store = await openStore(folder(), { snapshotWorker: script });
      const register = await store.becomeWriter(identity);
      await register.append(0, eventsFrom(1, 5_000));
      const control = new AbortController();
      const asked = register[work]({ signal: control.signal, onProgress: () => control.abort(stopped) });
      await assert.rejects(asked, stopped);
      const steps: (readonly [number, number])[] = [];
      await register[work]({ onProgress: (done, total) => steps.push([done, total]) });
      const [, total] = steps[0]!;
      assert.deepEqual(steps.at(-1), [total, total]);
      assert.deepEqual(
        steps.map(([done]) => done),
        steps.map(([done]) => done).sort((one, other) => one - other),
      );
      await register.append(5_000, [eventAt(5_001)]);
      await register.close();
      const next = await store.becomeWriter(identity);
      assert.equal((await replayed(next)).length, 5_001);
      await next.close();
    });
  }

  it('a backup that is stopped leaves nothing, and the register goes on', async () => {
    const root = folder();
    const store = await openStore(root, { snapshotWorker: script });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 10));
    const control = new AbortController();
    const asked = register.backup(undefined, { signal: control.signal });
    setImmediate(() => control.abort(stopped));
    await assert.rejects(asked, stopped);
    assert.deepEqual(readdirSync(storeLayout(root).backups), []);
    assert.equal((await register.backup()).last, 10);
    await register.close();
  });
});

describe('verify and compact', () => {
  const folder = temporaryFolders();

  /** A store whose snapshot has a row that follows from no event, with a checksum that is right all the same. */
  async function withWrongRow(): Promise<{ root: string; lease: string }> {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, story());
    await register.close();
    const { state } = storeLayout(root);
    const name = readdirSync(state).find((each) => each.startsWith('snapshot-'))!;
    const sql = await loadSql();
    const bytes = readFileSync(join(state, name));
    const database = new sql.Database(new Uint8Array(bytes));
    const lease = String(database.exec(`SELECT id FROM leases WHERE state = 'completed'`)[0]!.values[0]![0]);
    database.run(`UPDATE leases SET worker = 'nobody' WHERE state = 'completed'`);
    const changed = database.export();
    database.close();
    // A journal names the checksum of its snapshot: a restore makes a new one for this.
    const { store } = await testStore(root);
    const copy = join(root, 'changed.db');
    writeFileSync(copy, changed);
    const restored = await store.restore(copy, identity);
    await restored.close();
    return { root, lease };
  }

  it('S3: a wrong row is found beside a writer and without one, and compact mends it', async () => {
    const { root, lease } = await withWrongRow();
    const differing = [{ table: 'leases', rows: 1, row: lease, what: { column: 'worker' } }];
    const events = story().length;
    const { store } = await testStore(root);
    const names = readdirSync(storeLayout(root).state).sort();
    rmSync(storeLayout(root).copy);
    assert.deepEqual(await store.verify(), { events, differing });
    assert.deepEqual(readdirSync(storeLayout(root).state).sort(), names, 'it took no term');
    const register = await store.becomeWriter(identity);
    assert.deepEqual(await register.verify(), { events, differing });
    await register.compactAnew();
    assert.deepEqual(await register.verify(), { events, differing: [] });
    assert.deepEqual(await replayed(register), story());
    await register.close();
  });

  it('verify refreshes the copy for people’s tools, also when nothing has changed', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, story());
    const { copy } = storeLayout(root);
    await register.verify();
    const { term } = register;
    rmSync(copy);
    await register.verify();
    assert.ok(existsSync(copy));
    const sql = await loadSql();
    const database = new sql.Database(new Uint8Array(readFileSync(copy)));
    assert.deepEqual(database.exec('SELECT count(*) FROM events')[0]?.values, [[story().length]]);
    database.close();
    assert.equal(register.term, term);
    await register.close();
  });

  it('an empty store is right, and is folded into nothing', async () => {
    const root = folder();
    const { store } = await testStore(root);
    assert.deepEqual(await store.verify(), { events: 0, differing: [] });
    assert.equal(await store.lastEvent(), null);
    const register = await store.becomeWriter(identity);
    assert.deepEqual(await register.verify(), { events: 0, differing: [] });
    assert.deepEqual(await register.compactAnew(), { files: 0, bytes: 0 });
    await register.close();
    assert.deepEqual(await store.verify(), { events: 0, differing: [] });
  });

  it('compact removes spare backups, and what is not named as one never', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 3));
    const { backups } = storeLayout(root);
    const old = Array.from({ length: 12 }, (_, at) => `backup-20200101T0000${10 + at}Z-3-0a.db`);
    for (const name of [...old, 'mine.db']) writeFileSync(join(backups, name), 'x');
    assert.deepEqual(await register.compactAnew(), { files: 2, bytes: 2 });
    assert.deepEqual(readdirSync(backups).sort(), [...old.slice(2), 'mine.db']);
    await register.close();
  });

  it('the last event is told without a writer, from journal and snapshot alike', async () => {
    const root = folder();
    const { store } = await testStore(root);
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 3));
    assert.deepEqual(await store.lastEvent(), eventAt(3));
    await register.close();
    assert.deepEqual(await store.lastEvent(), eventAt(3));
  });
});
