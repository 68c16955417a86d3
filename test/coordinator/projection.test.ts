import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { byOperator, World } from '../kit/coordinatorWorld.ts';
import { snapshotOf } from '../kit/snapshots.ts';

describe('C19: receipts go to their own source until it acknowledges them', () => {
  let world: World;
  let coordinator: Coordinator;

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
  });
  afterEach(() => world.close());

  const pending = () => [...coordinator.state.outbox.values()].map(({ state }) => state);
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

  it('receipts outlive a restart', async () => {
    world.hub.takesReceipts = false;
    await coordinator.tick();
    coordinator = await world.open();
    world.hub.takesReceipts = true;
    await coordinator.project();
    assert.deepEqual([pending(), world.hub.projected.length], [[], 3]);
  });
});
