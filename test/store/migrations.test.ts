import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { type Migration, schemaOf } from '../../src/store/sqlite/database/migrations.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import type { SqliteRegister } from '../../src/store/sqlite/sqliteRegister.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { loadSql, replayed, testRegister, testStore, threadOver } from '../kit/testStore.ts';

const harmless: Migration = {
  number: 2,
  isBreaking: false,
  run: (database) => void database.run('ALTER TABLE tasks ADD COLUMN colour TEXT; CREATE TABLE notes (x)'),
};
const breaking: Migration = {
  number: 3,
  isBreaking: true,
  run: (database) => void database.run('CREATE TABLE moved AS SELECT * FROM notes; DROP TABLE notes'),
};

const programs = { now: [], second: [harmless], third: [harmless, breaking] } as const;

describe('S1: migrations', () => {
  const folder = temporaryFolders();

  /** The register as a program with these migrations opens it. */
  async function openedBy(root: string, known: readonly Migration[]): Promise<SqliteRegister> {
    const snapshotWorker = await threadOver(nodeFiles, known);
    return testRegister(root, { snapshotWorker, schema: schemaOf(known) });
  }

  const namesIn = (root: string) => readdirSync(storeLayout(root).state).sort();
  const contentsOf = (root: string) =>
    namesIn(root)
      .filter((name) => name.includes('-'))
      .map((name) => [name, readFileSync(join(storeLayout(root).state, name), 'base64')]);

  /** What the newest snapshot says of itself. */
  async function versions(root: string): Promise<{ user: number; tables: string[]; journal: unknown }> {
    const { state } = storeLayout(root);
    const sql = await loadSql();
    const snapshot = namesIn(root).findLast((name) => /^snapshot-.*db$/.test(name))!;
    const database = new sql.Database(readFileSync(join(state, snapshot)));
    const one = (text: string) => database.exec(text)[0]?.values.flat().map(String) ?? [];
    const user = Number(one('PRAGMA user_version')[0]);
    const tables = one(
      `SELECT name FROM sqlite_master WHERE name IN ('migrations', 'notes', 'moved') ORDER BY 1`,
    );
    database.close();
    const journal = namesIn(root).findLast((name) => name.startsWith('journal-'))!;
    const [, schema] = /"schema":(\d+)/.exec(readFileSync(join(state, journal), 'utf8')) ?? [];
    return { user, tables, journal: Number(schema) };
  }

  async function written(known: readonly Migration[]): Promise<string> {
    const root = folder();
    const register = await openedBy(root, known);
    await register.append(0, eventsFrom(1, 4));
    await register.close();
    return root;
  }

  it('a store of the first schema is taken up by a newer program, and its next snapshot is of the new one', async () => {
    const root = await written(programs.now);
    assert.deepEqual(await versions(root), { user: 1, tables: [], journal: 1 });
    const register = await openedBy(root, programs.third);
    assert.deepEqual(await replayed(register), eventsFrom(1, 4));
    assert.equal((await versions(root)).user, 1, 'the adopted snapshot stays as it is');
    await register.append(4, [eventAt(5)]);
    assert.deepEqual(await register.verify(), { events: 5, differing: [] });
    await register.close();
    assert.deepEqual(await versions(root), { user: 3, tables: ['migrations', 'moved'], journal: 3 });
    const again = await openedBy(root, programs.third);
    await again.append(5, [eventAt(6)]);
    assert.deepEqual(await again.verify(), { events: 6, differing: [] });
    await again.close();
  });

  it('a newer breaking schema is refused as newer by an older program, which touches nothing', async () => {
    const root = await written(programs.third);
    const before = contentsOf(root);
    for (const known of [programs.now, programs.second]) {
      await assert.rejects(openedBy(root, known), {
        kind: 'newer_schema',
        message: /newer Signalbox \(schema 3, this one knows 1\).*update Signalbox/,
      });
    }
    assert.deepEqual(contentsOf(root), before);
  });

  it('the journal alone says it too, before the first snapshot of the newer schema', async () => {
    const root = await written(programs.now);
    const register = await openedBy(root, programs.third);
    await register.append(4, [eventAt(5)]);
    await assert.rejects(testStore(root), { kind: 'newer_schema' });
    await register.close();
  });

  it('a newer schema that breaks nothing is opened, written and verified by an older program, and taken up again', async () => {
    const root = await written(programs.second);
    assert.deepEqual(await versions(root), { user: 1, tables: ['migrations', 'notes'], journal: 1 });
    const older = await openedBy(root, programs.now);
    assert.deepEqual(await replayed(older), eventsFrom(1, 4));
    await older.append(4, [eventAt(5)]);
    assert.deepEqual(await older.verify(), { events: 5, differing: [] });
    await older.close();
    const newer = await openedBy(root, programs.second);
    assert.deepEqual(await replayed(newer), eventsFrom(1, 5));
    await newer.append(5, [eventAt(6)]);
    assert.deepEqual(await newer.verify(), { events: 6, differing: [] });
    await newer.close();
  });

  it('S3: a backup of the first schema is restored by a newer program', async () => {
    const root = folder();
    const register = await openedBy(root, programs.now);
    await register.append(0, eventsFrom(1, 4));
    const { path } = await register.backup();
    await register.close();
    const snapshotWorker = await threadOver(nodeFiles, programs.third);
    const { store } = await testStore(root, { snapshotWorker, schema: schemaOf(programs.third) });
    const restored = await store.restore(path, { endpoint: 'none', token: 'none' });
    await restored.append(4, [eventAt(5)]);
    assert.deepEqual(await restored.verify(), { events: 5, differing: [] });
    await restored.close();
  });

  for (const [name, known] of Object.entries(programs)) {
    it(`the state folder that schema 1 left behind opens, verifies and goes on: program "${name}"`, async () => {
      const root = folder();
      const { home, state } = storeLayout(root);
      mkdirSync(home);
      cpSync('test/store/fixtures/schema-1', state, { recursive: true });
      chmodSync(state, 0o700);
      const register = await openedBy(root, known);
      const events = await replayed(register);
      assert.deepEqual(
        events.map(({ position }) => position),
        eventsFrom(1, events.length).map(({ position }) => position),
      );
      const titles = events.flatMap(({ type, data }) => (type === 'TaskObserved' ? [data] : []));
      assert.match(JSON.stringify(titles), /Write the parser.*Describe the format.*Publish/);
      assert.equal(register.facts().position, events.length);
      assert.ok(events.length > 13, 'the journal has records above the snapshot');
      await register.append(events.length, [eventAt(events.length + 1)]);
      assert.deepEqual(await register.verify(), { events: events.length + 1, differing: [] });
      await register.close();
      const { store } = await testStore(root, { schema: schemaOf(known) });
      assert.equal((await replayed({ replay: () => store.events() })).length, events.length + 1);
    });
  }
});
