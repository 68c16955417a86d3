import assert from 'node:assert/strict';
import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { exploreFailingStart } from '../kit/explore.ts';
import { failingFiles } from '../kit/failingFiles.ts';
import { eventsFrom } from '../kit/registerEvents.ts';
import type { FileCall } from '../kit/simFiles.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, loadSql, replayed, testRegister, testStore } from '../kit/testStore.ts';

describe('S4, S5: a start that fails', function () {
  this.timeout(60_000);
  const folder = temporaryFolders();
  let sql: SqlJsStatic;
  before(async () => {
    sql = await loadSql();
  });

  async function used(): Promise<string> {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 3));
    await register.close();
    return root;
  }

  const disks: [call: FileCall, code: string][] = [
    ['write', 'ENOSPC'],
    ['create', 'ENOSPC'],
  ];
  for (const [call, code] of disks) {
    it(`on ${code} at ${call} leaves no journal behind, however often it is tried`, async () => {
      const root = await used();
      const disk = failingFiles(nodeFiles);
      const { store } = await testStore(root, { files: disk.files });
      const { state } = storeLayout(root);
      const names = readdirSync(state);
      disk.fail(call, code);
      for (let tries = 1; tries <= 5; tries += 1) {
        await assert.rejects(store.becomeWriter(identity), { kind: 'storage' });
      }
      assert.deepEqual(readdirSync(state), names);
      disk.heal();
      const register = await store.becomeWriter(identity);
      assert.deepEqual(await replayed(register), eventsFrom(1, 3));
      await register.close();
    });
  }

  it('keeps a torn end aside once, not with each try', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 2));
    await register.append(2, eventsFrom(3, 1));
    const { state, aside } = storeLayout(root);
    const journal = join(state, 'journal-1');
    const whole = readFileSync(journal);
    truncateSync(journal, whole.length - 5);
    const disk = failingFiles(nodeFiles);
    const { store } = await testStore(root, {
      files: { ...disk.files, syncFolder: (path) => path === state && disk.files.syncFolder(path) },
    });
    disk.fail('syncFolder', 'EIO');
    for (let tries = 1; tries <= 3; tries += 1) {
      await assert.rejects(store.becomeWriter(identity, true), { kind: 'storage' });
    }
    assert.equal(readdirSync(aside).length, 1);
    await register.close();
  });

  it('splits and loses nothing when its term is given up, at whichever call others come or the power fails', () => {
    assert.ok(exploreFailingStart(sql) > 100);
  });
});
