import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { TransportFault } from '../../src/coordinator/ports.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { hasSettled, settled } from '../kit/settled.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

describe('C4: when it ticks', () => {
  let world: World;
  let coordinator: Coordinator;
  let reads: number[];

  beforeEach(async () => {
    world = new World(snapshotOf());
    reads = [];
    const { hub } = world;
    const snapshot = hub.snapshot.bind(hub);
    hub.snapshot = () => {
      reads.push(world.time.now() - startAt);
      return snapshot();
    };
    coordinator = await world.open();
  });

  const startAt = 1_700_000_000_000;

  afterEach(async () => {
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  async function pass(ms: number): Promise<void> {
    const end = world.time.now() + ms;
    while (world.time.now() < end) {
      world.time.advance(Math.min(1000, end - world.time.now()));
      await settled();
    }
  }

  async function start(): Promise<void> {
    coordinator.startTicking();
    world.time.advance(0);
    await settled();
  }

  it('C4: it ticks at the start and then every 15 s', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    await start();
    await pass(45_000);
    assert.deepEqual(reads, [0, 15_000, 30_000, 45_000]);
  });

  it('C4: it goes on every 15 s when the clock is set back', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    await start();
    await pass(10_000);
    world.time.setBack(7_200_000);
    const before = reads.length;
    await pass(35_000);
    assert.equal(reads.length - before, 3);
  });

  it('C4: nothing ticks before the start, whatever changes', async () => {
    coordinator.refresh(null);
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await pass(30_000);
    assert.deepEqual([reads, world.time.open], [[], 0]);
  });

  it('C4: a known change is looked at at once, without reading the sources anew', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    await start();
    await pass(1000);
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await pass(1000);
    assert.equal(world.transport.sent.length, 1);
    assert.deepEqual(reads, [0]);
  });

  it('C4: a source with news is read at once', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    await start();
    world.hub.says = snapshotOf();
    coordinator.refresh('hub');
    await pass(1000);
    assert.equal(world.transport.sent.length, 1);
    assert.equal(reads.length, 2);
  });

  it('C4: it ticks at the next deadline', async () => {
    await start();
    world.transport.answer = new TransportFault('transient', 'no');
    await pass(30_000);
    assert.equal(leasesOf(coordinator)[0]?.state, 'backoff');
    await pass(5000);
    assert.equal(world.transport.sent.length, 2);
    await pass(5000);
    assert.equal(world.transport.sent.length, 3);
  });

  it('C4: a deadline that a failing source keeps from being settled does not make ticks spin', async () => {
    await start();
    world.hub.says = new Error('offline');
    let ticks = 0;
    world.transport.look = () => {
      ticks += 1;
      return Promise.resolve({ ok: true, endpointId: 'endpoint' });
    };
    await pass(120_000);
    assert.equal(leasesOf(coordinator)[0]?.state, 'backoff');
    assert.ok(ticks < 14, `${String(ticks)} ticks`);
    assert.equal(reads.length, 9);
  });

  it('C4: ticks never overlap, and what changed during one is looked at after it', async () => {
    let running = 0;
    let most = 0;
    world.transport.look = async () => {
      running += 1;
      most = Math.max(most, running);
      await settled(5);
      running -= 1;
      return { ok: true, endpointId: 'endpoint' };
    };
    await Promise.all([coordinator.tick(), coordinator.tick(false), coordinator.tick()]);
    assert.equal(most, 1);
    await start();
    world.time.advance(15_000);
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await pass(2000);
    assert.equal(most, 1);
    assert.equal(leasesOf(coordinator).length, 2);
  });

  it('C4: a tick does not throw for a source that fails, and other sources go on', async () => {
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    world.hub.says = new Error('bad JSON');
    await coordinator.tick();
    assert.equal(world.transport.sent.length, 1);
    const row = coordinator.health().find(({ group, id }) => group === 'source' && id === 'hub');
    assert.deepEqual([row?.level, row?.lastError], ['error', 'bad JSON']);
  });

  it('C4: a source that hangs is given up after its limit', async () => {
    world.hub.snapshot = () => new Promise(() => undefined);
    const ticked = coordinator.tick();
    assert.equal(await hasSettled(ticked), false);
    world.time.advance(10_000);
    await ticked;
    assert.match(coordinator.health().find(({ id }) => id === 'hub')?.reason ?? '', /timed out after 10 s/);
  });

  it('C19: a hub that hangs while it takes receipts delays no tick', async () => {
    world.hub.project = () => new Promise(() => undefined);
    await start();
    await coordinator.execute('task.add', { title: 'Fix lexer' }, byOperator());
    const [first] = leasesOf(coordinator);
    await coordinator.execute('lease.stop', { lease: first?.id as string }, byOperator());
    await pass(1000);
    assert.equal(world.transport.sent.length, 2);
    await pass(10_000);
  });

  it('C10: an adapter that hangs is given up: its send counts as failed, and its look as unknown', async () => {
    world.transport.send = () => new Promise(() => undefined);
    const ticked = coordinator.tick();
    await settled();
    world.time.advance(10_000);
    await ticked;
    assert.equal(leasesOf(coordinator)[0]?.state, 'backoff');
    world.transport.look = () => new Promise(() => undefined);
    const later = coordinator.tick();
    await settled();
    world.time.advance(10_000);
    await later;
    const [lease] = leasesOf(coordinator);
    assert.deepEqual(
      [lease?.state, lease?.state === 'pending' && lease.reason],
      ['pending', 'state_unknown'],
    );
  });

  it('C6: work that came free between the answer and the wait of a next is not waited for', async () => {
    world.settings = { ...world.settings, workers: [workerSetting('demo', ['demo'], 'poll')] };
    world.hub.says = snapshotOf({ tasks: [] });
    await start();
    const waiting = coordinator.next({}, byWorker(), { waitMs: 60_000 });
    world.hub.says = snapshotOf({ tasks: [taskOf()] });
    coordinator.refresh('hub');
    await pass(2000);
    assert.ok(await hasSettled(waiting));
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
  });

  it('C4: a fault inside a tick is logged, and the next one comes', async () => {
    await start();
    const { look } = world.presence;
    world.presence.look = () => {
      throw new Error('broken');
    };
    await coordinator.execute('lease.ack', { lease: leasesOf(coordinator)[0]?.id as string }, byWorker());
    const { absentMs } = world;
    Object.defineProperty(world, 'absentMs', {
      configurable: true,
      get: () => {
        throw new Error('broken');
      },
    });
    await pass(15_000);
    assert.ok(world.log.lines.some((line) => line.startsWith('error a tick failed')));
    Object.defineProperty(world, 'absentMs', { configurable: true, value: absentMs });
    world.presence.look = look;
    const before = reads.length;
    await pass(15_000);
    assert.equal(reads.length, before + 1);
  });

  it('C4: the end of the coordinator ends its ticks, one under way included', async () => {
    await start();
    world.time.advance(15_000);
    await coordinator.dispose();
    await pass(60_000);
    assert.equal(reads.length, 2);
  });
});
