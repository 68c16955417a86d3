import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StoreBusy } from '../../src/store/sqlite/writer/holder.ts';
import { eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, loadSql, testStore } from '../kit/testStore.ts';

/** S6, case 25, on real files. */
describe('S6: the founding case of the store', () => {
  const folder = temporaryFolders();
  const state = (root: string) => path.join(root, '.signalbox', 'state');

  it('S6, case 25: backups are 0600 and of version 1, one writes and many read, a newer version is named', async () => {
    const root = folder();
    const { store } = await testStore(root);
    const register = await store.becomeWriter(identity);
    try {
      await register.append(0, eventsFrom(1, 5));
      const backup = await register.backup();
      assert.equal(statSync(backup.path).mode & 0o777, 0o600);
      const sql = await loadSql();
      const database = new sql.Database(readFileSync(backup.path));
      assert.deepEqual(database.exec('PRAGMA user_version')[0]?.values, [[1]]);
      database.close();

      const second = await testStore(root);
      await assert.rejects(
        second.store.becomeWriter(identity),
        (error) => error instanceof StoreBusy && error.message.includes(String(process.pid)),
      );
    } finally {
      await register.close();
    }

    const copy = folder();
    cpSync(root, copy, { recursive: true });
    const name = readdirSync(state(copy)).find((file) => /^snapshot-.*\.db$/.test(file));
    assert.ok(name);
    const bytes = readFileSync(path.join(state(copy), name));
    // Offset of the user version in SQLite's file format.
    bytes.writeInt32BE(99, 60);
    writeFileSync(path.join(state(copy), name), bytes);
    await assert.rejects(testStore(copy), /newer/);
  });
});
