import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { settled } from '../kit/settled.ts';
import { snapshotOf } from '../kit/snapshots.ts';

describe('looking at deliveries', () => {
  let world: World;

  beforeEach(() => {
    world = new World(snapshotOf());
  });

  afterEach(() => world.close());

  it('C9: after a crash between intent and send, the failure of an earlier attempt stops nothing', async () => {
    const first = await world.open();
    await first.tick();
    world.time.advance(30_000);
    await first.tick();
    world.transport.answer = new Promise<never>(() => undefined) as never;
    world.time.advance(5_000);
    // Its answer never comes: this runtime ends here.
    const crashing = first.tick().catch(() => undefined);
    await settled();
    assert.equal(world.transport.sent.length, 2);
    world.transport.answer = { endpointId: 'endpoint', state: 'injected', reason: null };
    world.transport.later = {
      endpointId: 'endpoint',
      state: 'failed',
      reason: 'the first attempt has ended',
    };
    const second = await world.open();
    await second.tick();
    assert.deepEqual(
      world.transport.sent.map(({ attempt }) => attempt),
      [1, 2, 2],
    );
    const [lease] = leasesOf(second);
    assert.equal(lease?.state, 'offered');
    assert.ok((await second.execute('lease.ack', { lease: lease.id }, byWorker())).ok);
    world.time.advance(60_000);
    await crashing;
  });

  describe('C10: an endpoint that looks well and can not be delivered to', () => {
    const undeliverable = { endpointId: null, state: 'undeliverable', reason: 'its folder is gone' } as const;
    const stateOf = (coordinator: Coordinator) => {
      const [lease] = leasesOf(coordinator);
      return lease?.state === 'pending' ? [lease.reason, lease.detail] : [lease?.state];
    };

    it('is tried again after the times of retryBackoff, not with every tick, and never stops the lease', async () => {
      world.transport.answer = undeliverable;
      const coordinator = await world.open();
      const triedAt: number[] = [];
      for (let at = 0; at < 900; at += 1) {
        const before = world.transport.sent.length;
        await coordinator.tick();
        if (world.transport.sent.length > before) triedAt.push(at);
        assert.deepEqual(stateOf(coordinator), ['undeliverable', 'its folder is gone']);
        world.time.advance(1_000);
      }
      assert.deepEqual(triedAt, [0, 5, 20, 80, 380, 680]);
      world.transport.answer = { endpointId: 'endpoint', state: 'injected', reason: null };
      world.time.advance(300_000);
      await coordinator.tick();
      assert.deepEqual(stateOf(coordinator), ['offered']);
    });

    it('is tried at once when a person asks for it, and another worker gets the lease without a wait', async () => {
      world.transport.answer = undeliverable;
      const coordinator = await world.open();
      await coordinator.tick();
      const [lease] = leasesOf(coordinator);
      const sent = await coordinator.send({ lease: lease?.id ?? '' }, byOperator());
      assert.ok(sent.ok);
      assert.deepEqual(
        world.transport.sent.map(({ attempt, askedBy }) => [attempt, askedBy]),
        [
          [1, 'tick'],
          [2, 'person'],
        ],
      );
      world.settings = {
        ...world.settings,
        workers: [...world.settings.workers, workerSetting('other', ['demo'])],
      };
      await coordinator.tick();
      assert.deepEqual(
        world.transport.sent.map(({ worker }) => worker),
        ['demo', 'demo', 'other'],
      );
    });

    it('C6: an offer to a worker that no longer serves the repo is not sent', async () => {
      const first = await world.open();
      world.transport.answer = new Promise<never>(() => undefined) as never;
      const crashing = first.tick().catch(() => undefined);
      await settled();
      world.settings = { ...world.settings, workers: [workerSetting('demo', ['other'])] };
      const second = await world.open();
      await second.tick();
      assert.equal(world.transport.sent.length, 1);
      const reason = 'worker demo is not configured for demo';
      assert.deepEqual(stateOf(second), ['undeliverable', reason]);
      world.time.advance(60_000);
      await crashing;
    });
  });
});
