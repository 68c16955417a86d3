import assert from 'node:assert/strict';
import { byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
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
});
