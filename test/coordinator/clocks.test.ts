import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { Heartbeat } from '../../src/host/heartbeat.ts';
import { byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const second = 1_000;
const hour = 3_600 * second;

describe('C16: a wall clock that is moved while the coordinator runs', () => {
  let world: World;
  let coordinator: Coordinator;
  /** What the host's heartbeat makes of the clocks: the steady one goes on by itself. */
  let steadyAt: number;
  let heartbeat: Heartbeat;

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
    steadyAt = 0;
    heartbeat = new Heartbeat({
      wall: () => world.time.now(),
      steady: () => steadyAt,
      every: () => ({ dispose: () => undefined }),
    });
    await coordinator.tick();
  });

  afterEach(async () => {
    heartbeat.dispose();
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  /** Time that passes on both clocks, beat by beat. */
  function passes(ms: number): void {
    for (let past = 0; past < ms; past += second) {
      world.time.advance(second);
      steadyAt += second;
      world.absentMs += heartbeat.take();
    }
  }

  async function tick(): Promise<void> {
    world.absentMs += heartbeat.take();
    await coordinator.tick();
    world.absentMs = 0;
  }

  const ack = async (): Promise<void> => {
    const lease = leasesOf(coordinator)[0]?.id as string;
    assert.ok((await coordinator.execute('lease.ack', { lease }, byWorker())).ok);
  };
  const states = (): string[] => leasesOf(coordinator).map(({ state }) => state);

  it('an hour forward: no holder is lost, and it still has the time that it had', async () => {
    await ack();
    passes(2 * second);
    world.time.advance(hour);
    await tick();
    assert.deepEqual(states(), ['acknowledged']);
    passes(590 * second);
    await tick();
    assert.deepEqual(states(), ['acknowledged']);
    passes(10 * second);
    await tick();
    assert.deepEqual(states(), ['stopped', 'offered']);
  });

  it('C9, C11: an hour forward: an offer that ran out by it is sent again as the same message', async () => {
    world.time.advance(hour);
    await tick();
    assert.deepEqual(states(), ['backoff']);
    passes(5 * second);
    await tick();
    assert.deepEqual(states(), ['offered']);
    const [first, again] = world.transport.sent;
    assert.deepEqual(
      { ...again, attempt: 1 },
      { ...first, attempt: 1 },
      'the same lease, message and prompt',
    );
    assert.equal(world.transport.sent.length, 2);
  });

  it('an hour back: no holder is lost, no offer is sent twice', async () => {
    world.time.setBack(hour);
    passes(5 * second);
    await tick();
    assert.deepEqual(states(), ['offered']);
    assert.equal(world.transport.sent.length, 1);
    await ack();
    passes(599 * second);
    await tick();
    assert.deepEqual(states(), ['acknowledged']);
  });

  it('forth and back: what was there before is there after', async () => {
    await ack();
    for (const move of [() => world.time.advance(hour), () => world.time.setBack(hour)]) {
      move();
      passes(second);
      await tick();
      assert.deepEqual(states(), ['acknowledged']);
    }
    assert.equal(world.transport.sent.length, 1);
  });
});
