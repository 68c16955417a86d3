import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import type { Database } from 'sql.js';
import type { RegisterEvent } from '../../src/core/events.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { verifyDatabase } from '../../src/store/sqlite/thread/verifyDatabase.ts';
import { story } from '../kit/story.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { loadSql, testRegister } from '../kit/testStore.ts';

describe('projections of the register', () => {
  const folder = temporaryFolders();

  async function copyOf(events: readonly RegisterEvent[], snapshotEvery: number): Promise<Database> {
    const root = folder();
    const register = await testRegister(root);
    for (let start = 0; start < events.length; start += snapshotEvery) {
      await register.append(start, events.slice(start, start + snapshotEvery));
      await register.compact();
    }
    assert.deepEqual(await register.verify(), { events: events.length, differing: [] });
    await register.close();
    const sql = await loadSql();
    return new sql.Database(new Uint8Array(readFileSync(storeLayout(root).copy)));
  }
  const rows = (database: Database, query: string) => database.exec(query)[0]?.values ?? [];

  it('tell a person with any SQLite tool who completed which task, and when', async () => {
    const database = await copyOf(story(), 1000);
    assert.deepEqual(
      rows(
        database,
        `SELECT title, worker, state, reason, acknowledged_at - leases.created_at, ended_at - acknowledged_at
         FROM leases JOIN tasks ON tasks.id = task_id ORDER BY title`,
      ),
      [
        ['Fix parser', 'demo', 'completed', null, 0, 3000],
        ['Write docs', null, 'stopped', 'operator', null, null],
      ],
    );
    assert.deepEqual(rows(database, `SELECT ended_at FROM readable_leases WHERE state = 'completed'`), [
      ['2023-11-14 22:13:24'],
    ]);
    assert.deepEqual(
      rows(database, 'SELECT text, state, value FROM questions JOIN decisions ON decisions.id = decision_id'),
      [['Which one?', 'answered', 'The first']],
    );
    assert.equal(rows(database, 'SELECT * FROM requests').length, 1);
    database.close();
  });

  it('are the same whether written in one transaction or in many', async () => {
    const events = story();
    const [once, often] = await Promise.all([copyOf(events, 1000), copyOf(events, 1)]);
    for (const table of [
      'events',
      'tasks',
      'leases',
      'triggers',
      'questions',
      'decisions',
      'receipts',
      'requests',
    ]) {
      const all = `SELECT * FROM ${table} ORDER BY 1`;
      assert.deepEqual(rows(often, all), rows(once, all), table);
      assert.ok(table === 'receipts' || rows(once, all).length > 0, table);
    }
    once.close();
    often.close();
  });

  it('S3: a table that does not follow from the events is named, with the row and the column', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, story());
    await register.close();
    const sql = await loadSql();
    const path = storeLayout(root).copy;
    const database = new sql.Database(new Uint8Array(readFileSync(path)));
    const [[id]] = rows(database, `SELECT id FROM leases WHERE state = 'completed'`) as [[string]];
    database.run(`UPDATE leases SET worker = 'somebody else' WHERE state = 'completed'`);
    assert.deepEqual(verifyDatabase(sql, database.export()).differing, [
      { table: 'leases', rows: 1, row: id, what: { column: 'worker' } },
    ]);
    database.close();
  });

  it('events that cannot be replayed make no snapshot', async () => {
    const root = folder();
    const register = await testRegister(root);
    const [event] = story();
    await register.append(0, [{ ...event!, type: 'NeverHeardOf' as never }]);
    await assert.rejects(register.compact(), { kind: 'damaged', message: /unknown event type NeverHeardOf/ });
    assert.equal((await register.ended).kind, 'damaged');
  });
});
