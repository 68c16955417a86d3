import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { ReceiptId, RepoSlug, SourceName } from '../../src/core/model/ids.ts';
import { byOperator, byWorker, FakeHub, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { settled } from '../kit/settled.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

describe('C19: receipts go to their own source until it acknowledges them', () => {
  let world: World;
  let coordinator: Coordinator;

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
  });
  afterEach(() => world.close());

  const pending = () => [...coordinator.state.outbox.values()].map(({ state }) => state);
  const tries = () => coordinator.receiptWaits(coordinator.state)[0]?.failures;
  const row = () => coordinator.health().find(({ group, id }) => group === 'source' && id === 'hub');

  it('after dispatch, in order, each once', async () => {
    await coordinator.tick();
    assert.equal(world.transport.sent.length, 1);
    assert.deepEqual(
      world.hub.projected.map(({ state }) => state),
      ['waiting', 'pending', 'offered'],
    );
    assert.deepEqual(pending(), []);
    await coordinator.project();
    assert.equal(world.hub.projected.length, 3);
  });

  it('a source that takes none acknowledges at once, and its receipts reach no other', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await coordinator.tick();
    assert.deepEqual([pending(), world.hub.projected], [[], []]);
  });

  it('an outage delays receipts and nothing else; they keep their order and ids', async () => {
    world.hub.takesReceipts = false;
    await coordinator.tick();
    const ids = [...coordinator.state.outbox.values()].map(({ id }) => id);
    assert.deepEqual(pending(), ['waiting', 'pending', 'offered']);
    assert.match(row()?.reason ?? '', /3 receipts wait: the hub is down/);
    world.hub.takesReceipts = true;
    world.time.advance(5_000);
    await coordinator.project();
    assert.deepEqual(
      world.hub.projected.map(({ id }) => id),
      ids,
    );
    assert.deepEqual([pending(), row()?.level], [[], 'ok']);
  });

  it('it is tried again after its own growing wait, of at most 300 s with jitter', async () => {
    let tries = 0;
    world.hub.project = () => {
      tries += 1;
      return Promise.reject(new Error('the hub is down'));
    };
    await coordinator.tick();
    const waits: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const before = tries;
      let waitedMs = 0;
      while (tries === before) {
        world.time.advance(250);
        waitedMs += 250;
        await coordinator.project();
      }
      waits.push(waitedMs);
    }
    assert.deepEqual(waits, [3_750, 7_500, 15_000, 30_000, 60_000, 120_000, 225_000, 225_000, 225_000]);
  });

  it('it is tried again when its wait is over, also where it failed after the tick had ended', async () => {
    let fail = (): void => undefined;
    let asked = 0;
    world.hub.project = () => {
      asked += 1;
      return new Promise((_, reject) => {
        fail = () => {
          reject(new Error('the hub is down'));
        };
      });
    };
    coordinator.startTicking();
    world.time.advance(0);
    await settled();
    world.time.advance(100);
    await settled();
    fail();
    await settled();
    assert.equal(asked, 1);
    world.time.advance(3_749);
    await settled();
    assert.equal(asked, 1);
    world.time.advance(1);
    await settled();
    assert.equal(asked, 2);
    fail();
    await settled();
  });

  it('what a source acknowledged only in part is sent again from there', async () => {
    const all = world.hub.project.bind(world.hub);
    world.hub.project = async (receipts) => (await all(receipts)).slice(0, 1);
    await coordinator.tick();
    assert.deepEqual(pending(), ['pending', 'offered']);
    assert.match(row()?.reason ?? '', /acknowledged only some/);
    world.hub.project = all;
    world.time.advance(5_000);
    await coordinator.project();
    assert.deepEqual(pending(), []);
  });

  it('a source that does not answer in its time is tried again later', async () => {
    world.hub.project = () => new Promise(() => undefined);
    const ticked = coordinator.tick();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    world.time.advance(10_000);
    await ticked;
    assert.match(row()?.reason ?? '', /timed out/);
    assert.equal(world.time.open, 0);
  });

  it('what a source names beside or more than once is not taken for the rest', async () => {
    const all = world.hub.project.bind(world.hub);
    world.hub.project = async (receipts) => {
      const [first] = await all(receipts);
      return [first!, first!, 'stranger' as ReceiptId];
    };
    await coordinator.tick();
    assert.deepEqual([pending(), tries()], [['pending', 'offered'], 1]);
    await coordinator.project();
    assert.equal(tries(), 1, 'it waits as after any failure');
  });

  it('receipts outlive a restart, under the same ids and in the same order per lease', async () => {
    world.hub.takesReceipts = false;
    await coordinator.tick();
    const ids = [...coordinator.state.outbox.values()].map(({ id }) => id);
    coordinator = await world.open();
    world.hub.takesReceipts = true;
    await coordinator.execute('lease.ack', { task: 'hub/task' }, byWorker());
    await coordinator.project();
    assert.deepEqual(world.hub.projected.map(({ id }) => id).slice(0, 3), ids);
    assert.deepEqual(
      world.hub.projected.map(({ state }) => state),
      ['waiting', 'pending', 'offered', 'acknowledged'],
    );
    assert.deepEqual(pending(), []);
  });

  it('a crash between the source having taken it and that being stored repeats the id, not the receipt', async () => {
    const all = world.hub.project.bind(world.hub);
    world.hub.project = async (receipts) => {
      await all(receipts);
      throw new Error('the answer was lost');
    };
    await coordinator.tick();
    coordinator = await world.open();
    world.hub.project = all;
    await coordinator.project();
    const ids = world.hub.projected.map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size], [6, 3]);
    assert.deepEqual(ids.slice(0, 3), ids.slice(3));
    const [first, , , again] = world.hub.projected;
    assert.deepEqual(again, first);
  });

  it('a failed receipt holds back the later ones of its lease, beyond the size of one batch', async () => {
    world.hub.says = snapshotOf({ tasks: Array.from({ length: 60 }, (_, at) => taskOf({ id: `t${at}` })) });
    const batches: number[] = [];
    const all = world.hub.project.bind(world.hub);
    world.hub.project = async (receipts) => {
      batches.push(receipts.length);
      return (await all(receipts)).slice(0, 99);
    };
    await coordinator.tick();
    assert.deepEqual(batches, [100], 'the second batch waits for the first');
    world.hub.project = all;
    world.time.advance(5_000);
    await coordinator.project();
    const arrived = new Map(world.hub.projected.map((receipt) => [receipt.id, receipt]));
    const leases = leasesOf(coordinator).map(({ id }) => id);
    const orders = new Set(
      leases.map((lease) =>
        [...arrived.values()]
          .filter(({ leaseId }) => leaseId === lease)
          .map(({ state }) => state)
          .join(' '),
      ),
    );
    assert.deepEqual(orders, new Set(['waiting pending offered', 'waiting pending']));
  });

  it('a clock set back by an hour makes no wait longer than 300 s', async () => {
    world.hub.takesReceipts = false;
    await coordinator.tick();
    world.time.setBack(3_600_000);
    world.hub.takesReceipts = true;
    await coordinator.project();
    assert.deepEqual(pending(), []);
  });

  it('why they wait and until when is told per source, in plain words', async () => {
    const waits = () => coordinator.receiptWaits(coordinator.state);
    world.hub.takesReceipts = false;
    await coordinator.tick();
    const failing = { source: 'hub', receipts: 3, reason: 'the hub is down', failures: 1 };
    const next = 'They are sent again by themselves; check the hub.';
    assert.deepEqual(waits(), [{ ...failing, next, nextTryAt: world.time.now() + 3_750 }]);
    world.hub.takesReceipts = true;
    world.time.advance(3_750);
    await coordinator.project();
    assert.deepEqual(waits(), []);
  });
});

describe('C19: an outage of one source while another goes on', () => {
  let world: World;
  let coordinator: Coordinator;
  let other: FakeHub;

  beforeEach(async () => {
    const shared = { repos: [{ id: 'repo', slug: 'demo' }] };
    world = new World(snapshotOf(shared), {
      ...{ repos: ['demo', 'site'].map((slug) => ({ slug: slug as RepoSlug, path: slug })) },
      workers: [workerSetting('demo', ['demo']), workerSetting('site', ['site'])],
      sources: ['workspace', 'hub', 'other'].map((name) => ({
        name: name as SourceName,
        kind: name === 'workspace' ? 'workspace' : 'hub',
        options: {},
      })),
    });
    other = new FakeHub(snapshotOf({ repos: [{ id: 'repo', slug: 'site' }] }), 'other');
    world.others.push(other);
    coordinator = await world.open();
  });
  afterEach(() => world.close());

  const pendingOf = (name: string) =>
    [...coordinator.state.outbox.values()].filter(({ source }) => source === name).length;

  it('delays its own receipts alone, and no work', async () => {
    world.hub.takesReceipts = false;
    await coordinator.tick();
    assert.equal(world.transport.sent.length, 2);
    assert.deepEqual([pendingOf('hub'), pendingOf('other')], [3, 0]);
    assert.equal((await coordinator.execute('lease.ack', { task: 'other/task' }, byWorker('site'))).ok, true);
    await coordinator.project();
    assert.deepEqual([pendingOf('hub'), pendingOf('other')], [3, 0]);
    assert.deepEqual(
      other.projected.map(({ state }) => state),
      ['waiting', 'pending', 'offered', 'acknowledged'],
    );
    assert.deepEqual(world.hub.projected, []);
  });

  it('a source that hangs keeps the other from nothing but the end of that projection', async () => {
    world.hub.project = () => new Promise(() => undefined);
    const ticked = coordinator.tick();
    await settled();
    assert.deepEqual([pendingOf('hub'), pendingOf('other')], [3, 0]);
    world.time.advance(10_000);
    await ticked;
  });

  it('each has a back-off of its own, which the success of the other does not end', async () => {
    world.hub.takesReceipts = false;
    other.takesReceipts = false;
    await coordinator.tick();
    world.time.advance(3_750);
    other.takesReceipts = true;
    await coordinator.project();
    const [wait, ...more] = coordinator.receiptWaits(coordinator.state);
    assert.deepEqual([wait?.source, wait?.failures, more], ['hub', 2, []]);
  });

  it('receipts of a source that was taken out of the configuration wait, and say so', async () => {
    other.takesReceipts = false;
    await coordinator.tick();
    world.others.length = 0;
    assert.deepEqual(coordinator.receiptWaits(coordinator.state), [
      {
        source: 'other',
        receipts: 3,
        reason: 'the source is not in the configuration any more',
        next: 'Put other back into sources in .signalbox/config.json.',
        failures: 1,
        nextTryAt: null,
      },
    ]);
    world.others.push(other);
    other.takesReceipts = true;
    world.time.advance(5_000);
    await coordinator.project();
    assert.equal(pendingOf('other'), 0);
  });
});
