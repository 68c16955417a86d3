import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../kit/eventually.ts';
import { referenceHubs } from '../../kit/referenceHubs.ts';
import { shells } from '../../kit/shells.ts';

interface Wait {
  readonly source: string;
  readonly receipts: number;
  readonly failures: number;
  readonly next_try_at: number | null;
}

describe('signalbox receipts', function () {
  this.timeout(60_000);
  const { served, person, worker } = shells();
  const startHub = referenceHubs();

  it('C19: while a hub is down it says why each receipt waits and when the next try is; then the hub has each once', async () => {
    const hub = await startHub({ tasks: [{ id: '1', status: 'todo', title: 'Fix parser' }] });
    const { root } = await served();
    const sources = { workspace: { kind: 'workspace' }, hub: { kind: 'hub', url: hub.url } };
    writeFileSync(path.join(root, '.signalbox/config.json'), JSON.stringify({ sources }));
    await eventually('the hub waits for confirmation', async () => {
      const { unconfirmed } = JSON.parse((await person(root, 'config', 'show', '--json')).out) as {
        unconfirmed: { digest: string } | null;
      };
      if (unconfirmed === null) return false;
      return (await person(root, 'config', 'confirm', unconfirmed.digest)).code === 0;
    });
    const states = () => hub.receipts.all().map(({ state }) => state);
    await eventually('the hub has the first receipts', () => states().length === 2);
    const none = await person(root, 'receipts');
    assert.deepEqual([none.code, none.out], [0, 'No receipt is pending.\n']);

    await hub.stop();
    assert.equal((await worker(root, 'signalbox next --worker w1 && signalbox complete')).code, 0);
    const waits = async () => {
      const { out } = await person(root, 'receipts', '--json');
      return (JSON.parse(out) as { waits: Wait[] }).waits;
    };
    await eventually('a try has failed', async () => ((await waits())[0]?.failures ?? 0) > 0);
    const shown = await person(root, 'receipts');
    assert.match(shown.out, /^RECEIPT +TASK +LEASE +STATE +SINCE\n\w+ +hub\/1 +\w+ +running +/);
    assert.match(
      shown.out,
      /\n\nhub: \d receipts wait: .+ can't be reached \(ECONNREFUSED\); next try (in \d+ s \(\d\d:\d\d\)|now)\n {2}\S.+\n$/,
    );
    const [wait, ...others] = await waits();
    assert.deepEqual([wait?.source, others], ['hub', []]);
    assert.ok((wait?.next_try_at ?? 0) - Date.now() <= 300_000);

    await hub.start();
    await eventually('all have arrived', async () => (await waits()).length === 0, 30_000);
    assert.deepEqual(states(), ['waiting', 'pending', 'acknowledged', 'completed']);
  });
});
