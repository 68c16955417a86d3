import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import { openStore } from '../../src/store/sqlite/openStore.ts';
import { threadAt } from '../../src/store/sqlite/thread/threadAt.ts';
import { bundledStoreThread } from '../kit/bundled.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, replayed } from '../kit/testStore.ts';

describe('the second thread, as it is shipped', () => {
  const folder = temporaryFolders();
  let script = '';
  before(async () => {
    script = await bundledStoreThread();
  });

  it('builds snapshots, replays them and answers history while the first one goes on', async () => {
    const store = await openStore(folder(), { snapshotWorker: script, limits: { journalEvents: 50 } });
    const first = await store.becomeWriter(identity);
    for (let position = 0; position < 300; position += 10) {
      await first.append(position, eventsFrom(position + 1, 10));
    }
    await first.compact();
    await first.append(300, [eventAt(301)]);
    assert.ok(first.term > 2);
    const page = await first.history({}, 298, 10);
    assert.deepEqual(page, { events: eventsFrom(298, 4), next: null });
    await first.close();
    const second = await store.becomeWriter(identity);
    assert.deepEqual(await replayed(second), eventsFrom(1, 301));
    await second.close();
  });

  it('pages of history come from snapshot and journal alike while snapshots follow one another', async () => {
    const store = await openStore(folder(), { snapshotWorker: script });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 20));
    await register.compact();
    await register.append(20, eventsFrom(21, 20));
    const pages = Array.from({ length: 5 }, (_, index) => register.history({}, 1 + index * 8, 8));
    await register.compact();
    const found = (await Promise.all(pages)).flatMap(({ events }) => events);
    assert.deepEqual(found, eventsFrom(1, 40));
    await register.close();
  });

  it('a fault there is the same fault here', async () => {
    const path = join(folder(), 'text.db');
    writeFileSync(path, 'no database, only text that is long enough to be read as the head of one, it seems');
    const thread = threadAt(script)();
    await assert.rejects(thread.call('check', { path }), { name: 'RegisterFault', kind: /damaged|newer/ });
    await assert.rejects(thread.call('open', { path: `${path}-none`, crc: '00000000' }), {
      kind: 'replaced',
    });
    thread.close();
    await assert.rejects(thread.call('check', { path }), /closed/);
  });

  it('threads that begin with what an earlier one compiled work as that did', async () => {
    const path = join(folder(), 'none.db');
    const start = threadAt(script);
    for (let round = 1; round <= 3; round += 1) {
      const thread = start();
      await assert.rejects(thread.call('open', { path, crc: '00000000' }), { kind: 'replaced' });
      thread.close();
    }
  });

  it('closing the register while a snapshot is built ends the thread, and nothing is lost', async () => {
    const root = folder();
    const store = await openStore(root, { snapshotWorker: script });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 30));
    const building = register.compact();
    await Promise.all([register.close(), building]);
    const next = await store.becomeWriter(identity);
    assert.deepEqual(await replayed(next), eventsFrom(1, 30));
    await next.close();
  });

  it('a thread that cannot start ends the writer with `storage`, and the journal keeps everything', async () => {
    const root = folder();
    const missing = join(root, 'none.cjs');
    const store = await openStore(root, { snapshotWorker: missing });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 3));
    await assert.rejects(register.compact(), { kind: 'storage' });
    const again = await (await openStore(root, { snapshotWorker: script })).becomeWriter(identity);
    assert.deepEqual(await replayed(again), eventsFrom(1, 3));
    await again.close();
  });
});
