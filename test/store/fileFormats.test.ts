import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { crc32 } from 'node:zlib';
import { eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { loadSql, testRegister } from '../kit/testStore.ts';

/** CRC-32C, bit by bit, as docs/durability.md describes it: nothing of the store's own code. */
function crc32c(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

type Line = Record<string, never> & {
  header?: {
    format: string;
    schema: number;
    term: number;
    snapshot: { name: string; position: number; crc: string };
  };
  ready?: { count: number; last: number };
  commit?: { position: number }[];
};

describe('docs/durability.md: the files, read by another tool', () => {
  const folder = temporaryFolders();

  it('a journal is lines of a chained CRC-32C and JSON, above a snapshot whose CRC-32 its header names', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 5));
    await register.compact();
    await register.append(5, eventsFrom(6, 2));
    await register.append(7, eventsFrom(8, 1));
    const state = path.join(root, '.signalbox', 'state');
    const names = readdirSync(state).filter((name) => /^journal-\d+$/.test(name));
    assert.deepEqual(names, ['journal-2']);
    let documents = '';
    const lines = readFileSync(path.join(state, 'journal-2'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((text) => {
        documents += text.slice(9);
        assert.equal(text.slice(0, 9), `${crc32c(documents)} `);
        return JSON.parse(text.slice(9)) as Line;
      });
    const [first, ready, ...commits] = lines as [Line, Line, ...Line[]];
    const { format, schema, term, snapshot } = first.header!;
    assert.deepEqual([format, schema, term, snapshot.position], ['signalbox-journal', 1, 2, 5]);
    assert.deepEqual(ready.ready, { count: 0, last: 5 });
    assert.deepEqual(
      commits.map(({ commit }) => commit),
      [eventsFrom(6, 2), eventsFrom(8, 1)],
    );
    const bytes = readFileSync(path.join(state, snapshot.name));
    assert.equal(crc32(bytes).toString(16).padStart(8, '0'), snapshot.crc);
    const sql = await loadSql();
    const database = new sql.Database(new Uint8Array(bytes));
    const [user] = database.exec('PRAGMA user_version');
    const [rows] = database.exec('SELECT position, data FROM events ORDER BY position');
    database.close();
    assert.deepEqual(user?.values, [[1]]);
    assert.deepEqual(
      rows?.values,
      eventsFrom(1, 5).map(({ position, data }) => [position, JSON.stringify(data)]),
    );
    await register.close();
  });
});
