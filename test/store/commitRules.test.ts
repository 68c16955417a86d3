import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { toDisposable } from '../../src/base/disposable.ts';
import { StoreBusy } from '../../src/store/sqlite/writer/holder.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { readJournal } from '../../src/store/sqlite/readJournal.ts';
import { recordingFiles } from '../kit/recordingFiles.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { SimFiles } from '../kit/simFiles.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, replayed, testRegister, testStore } from '../kit/testStore.ts';

const root = '/root';
const journal = (term: number) => `/root/.signalbox/state/journal-${term}`;

async function recordedRegister() {
  const sim = new SimFiles(root);
  const files = recordingFiles(sim.actor());
  const register = await testRegister(root, { files });
  files.calls.length = 0;
  return { sim, files, register };
}

describe('store rule 6: confirming', () => {
  const folder = temporaryFolders();

  it('C2: an append is written, then synced, then looked after, then answered', async () => {
    const { files, register } = await recordedRegister();
    const appended = register.append(0, [eventAt(1)]).then(() => files.calls.push('answer'));
    assert.deepEqual(files.calls, []);
    await appended;
    assert.deepEqual(files.calls, [
      'write journal-1',
      'sync journal-1',
      'list state',
      'stat journal-1',
      'answer',
    ]);
    await register.close();
  });

  it('all requests of a turn are one line and one sync', async () => {
    const { sim, files, register } = await recordedRegister();
    await Promise.all([
      register.append(0, eventsFrom(1, 2)),
      register.append(2, [eventAt(3)]),
      register.confirm(),
      register.append(3, [eventAt(4)]),
    ]);
    assert.equal(files.calls.filter((call) => call.startsWith('sync')).length, 1);
    const text = Buffer.from(sim.data(journal(1))).toString();
    assert.equal(text.split('\n').filter((line) => line.includes('"commit"')).length, 1);
    await register.close();
  });

  it('half a batch is none of it', async () => {
    const { sim, register } = await recordedRegister();
    await register.append(0, [eventAt(1)]);
    await Promise.all([register.append(1, [eventAt(2)]), register.append(2, [eventAt(3)])]);
    const bytes = sim.data(journal(1));
    const cut = readJournal(bytes.subarray(0, bytes.length - 20), 1);
    assert.equal(cut.last, 1);
    assert.equal(cut.bad?.wasSynced, false);
    await register.close();
  });

  it('a read writes nothing and is answered after a look', async () => {
    const { files, register } = await recordedRegister();
    await register.confirm();
    assert.deepEqual(files.calls, ['list state', 'stat journal-1']);
    await register.close();
  });

  it('C3: a read at a writer that was replaced while it was paused is not answered', async () => {
    const { sim, register } = await recordedRegister();
    await register.append(0, [eventAt(1)]);
    const { store } = await testStore(root, { files: sim.actor() });
    const second = await store.becomeWriter(identity, true);
    await second.append(1, [eventAt(2)]);
    await assert.rejects(register.confirm(), { kind: 'replaced' });
    await assert.rejects(register.history({}, 1, 1), { kind: 'replaced' });
    assert.equal((await register.ended).kind, 'replaced');
    await second.close();
    await register.close();
  });

  it('R1: a folder removed under a living writer ends it, and nothing more is acknowledged', async () => {
    const path = folder();
    const register = await testRegister(path);
    await register.append(0, [eventAt(1)]);
    rmSync(join(path, '.signalbox', 'state'), { recursive: true });
    await assert.rejects(register.append(1, [eventAt(2)]), {
      kind: 'damaged',
      message: /was removed while it was in use; it held 1 events/,
    });
    await register.close();
  });

  it('R2: a number that was taken anew after the folder was removed is another writer', async () => {
    const { sim, register } = await recordedRegister();
    await register.append(0, [eventAt(1)]);
    sim.removeAll('/root/.signalbox');
    const other = await testRegister(root, { files: sim.actor() });
    assert.equal(other.term, register.term);
    await assert.rejects(register.append(1, [eventAt(2)]), { kind: 'damaged', message: /was removed/ });
    assert.deepEqual(await replayed(other), []);
    await other.close();
    await register.close();
  });

  it('an idle writer hears of a take-over with its next heartbeat', async () => {
    const sim = new SimFiles(root);
    const { store, time } = await testStore(root, { files: sim.actor() });
    const register = await store.becomeWriter(identity);
    const other = await testStore(root, { files: sim.actor() });
    const second = await other.store.becomeWriter(identity, true);
    time.advance(1000);
    assert.equal((await register.ended).kind, 'replaced');
    assert.equal(time.open, 0);
    await second.close();
  });
});

describe('store rule 12: a failed write or sync', () => {
  for (const call of ['write journal-1', 'sync journal-1', 'list state']) {
    it(`ends the writer: ${call}`, async () => {
      const { sim, files, register } = await recordedRegister();
      await register.append(0, [eventAt(1)]);
      files.failNext(call, 'EIO');
      const both = [register.append(1, [eventAt(2)]), register.confirm()];
      for (const answer of both) await assert.rejects(answer, { kind: 'storage' });
      await assert.rejects(register.append(2, [eventAt(3)]), { kind: 'storage' });
      await register.close();
      const again = await testRegister(root, { files: sim.actor() });
      assert.deepEqual((await replayed(again)).slice(0, 1), [eventAt(1)]);
      await again.close();
    });
  }

  it('a full disk while a snapshot is built ends the writer, and the next one has everything', async () => {
    const { sim, files, register } = await recordedRegister();
    await register.append(0, eventsFrom(1, 3));
    files.failNext('write snapshot-1-3.db.tmp', 'ENOSPC');
    await assert.rejects(register.compact(), { kind: 'storage' });
    const again = await testRegister(root, { files: sim.actor() });
    assert.deepEqual(await replayed(again), eventsFrom(1, 3));
    await again.close();
  });

  it('a preamble that could not be synced is no term, and the store opens again', async () => {
    const sim = new SimFiles(root);
    const files = recordingFiles(sim.actor());
    files.failNext('sync journal-1', 'EIO');
    const { store } = await testStore(root, { files });
    await assert.rejects(store.becomeWriter(identity), { kind: 'storage' });
    const register = await store.becomeWriter(identity);
    assert.equal(register.term, 2);
    await register.close();
  });
});

describe('real files', () => {
  const folder = temporaryFolders();

  it('identity and contents are those of the disk', () => {
    const path = join(folder(), 'file');
    const file = nodeFiles.create(path);
    file.write(Buffer.from('text'));
    file.sync();
    assert.equal(file.identity().ino, nodeFiles.stat(path)?.ino);
    assert.equal(Buffer.from(nodeFiles.readHead(path, 2)).toString(), 'te');
    assert.throws(() => nodeFiles.create(path), { code: 'EEXIST' });
    assert.equal(nodeFiles.stat(`${path}-none`), null);
    file.close();
  });
});

describe('store rule 12, and who may go on', () => {
  it('a writer that failed does not stand in its own way, even if its writer file could not be removed', async () => {
    const sim = new SimFiles(root);
    const files = recordingFiles(sim.actor());
    const { store } = await testStore(root, { files });
    const register = await store.becomeWriter(identity);
    await register.append(0, [eventAt(1)]);
    files.failNext('sync journal-1', 'EIO');
    files.failNext('unlink writer-1.json', 'EIO');
    await assert.rejects(register.append(1, [eventAt(2)]), { kind: 'storage' });
    const next = await store.becomeWriter(identity);
    assert.equal(next.term, 2);
    await next.close();
  });

  it('of several that open at once one becomes the writer, and the others follow it', async () => {
    const sim = new SimFiles(root);
    const scheduler = { after: (_delayMs: number, run: () => void) => toDisposable(afterTurn(run)) };
    const stores = await Promise.all(
      [1, 2, 3].map(async () => (await testStore(root, { files: sim.actor(), scheduler })).store),
    );
    const results = await Promise.allSettled(stores.map((store) => store.becomeWriter(identity)));
    const writers = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    assert.ok(refused.every((reason) => reason instanceof StoreBusy));
    const answers = await Promise.allSettled(writers.map((writer) => writer.append(0, [eventAt(1)])));
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const writer of writers) await writer.close();
  });
});

/** A scheduler's timer that is due with the next turn of the loop. */
function afterTurn(run: () => void): () => void {
  const turn = setImmediate(run);
  return () => clearImmediate(turn);
}
