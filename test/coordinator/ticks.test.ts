import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { Settings } from '../../src/core/model/settings.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

/** Lets a tick that was started run to its end: its fakes answer within a few turns of the loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('ticks', () => {
  let world: World;
  let coordinator: Coordinator;
  let reads: number;

  async function start(says = snapshotOf(), settings: Partial<Settings> = {}): Promise<void> {
    world = new World(says, settings);
    reads = 0;
    const { hub } = world;
    const snapshot = hub.snapshot.bind(hub);
    hub.snapshot = () => {
      reads += 1;
      return snapshot();
    };
    coordinator = await world.open();
  }

  afterEach(() => world.close());

  async function pass(ms: number): Promise<void> {
    world.time.advance(ms);
    await settled();
  }

  const states = () => leasesOf(coordinator).map(({ state }) => state);

  it('C4: one comes at the start and then every 15 s, reading every source', async () => {
    await start(snapshotOf({ tasks: [] }));
    coordinator.startTicking();
    await pass(0);
    assert.equal(reads, 1);
    await pass(14_999);
    assert.equal(reads, 1);
    await pass(1);
    assert.equal(reads, 2);
  });

  it('C4: one comes at once on a known change, without reading what is young', async () => {
    await start(snapshotOf({ tasks: [] }));
    coordinator.startTicking();
    await pass(0);
    const added = await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    assert.ok(added.ok);
    await pass(20);
    assert.deepEqual([states(), world.transport.sent.length, reads], [['offered'], 1, 1]);
  });

  it('C4, C6: what is queued says at once that its repo is paused, and then taken', async () => {
    await start(snapshotOf({ tasks: [taskOf(), taskOf({ id: 't2' })] }));
    coordinator.startTicking();
    await pass(0);
    const reasons: (string | null)[] = [];
    const [offered] = leasesOf(coordinator);
    assert.ok(offered);
    await coordinator.execute('lease.stop', { lease: offered.id }, byOperator());
    for (const method of ['scope.pause', 'scope.take'] as const) {
      await coordinator.execute(method, { repo: offered.repo }, byOperator());
      await pass(20);
      const [, queued] = leasesOf(coordinator);
      reasons.push(queued?.state === 'pending' ? queued.reason : null);
    }
    assert.deepEqual(reasons, ['paused', 'taken_by_person']);
  });

  it('C4: one comes at the next deadline', async () => {
    await start(snapshotOf(), { offerTimeoutMs: 7_000, tickMs: 60_000 });
    coordinator.startTicking();
    await pass(0);
    await pass(6_999);
    assert.deepEqual(states(), ['offered']);
    await pass(1);
    assert.deepEqual(states(), ['backoff']);
    await pass(5_000);
    assert.deepEqual([states(), world.transport.sent.length, reads], [['offered'], 2, 1]);
  });

  it('C4: news of a source are read at once', async () => {
    await start(snapshotOf({ tasks: [] }));
    coordinator.startTicking();
    await pass(0);
    world.hub.says = snapshotOf();
    coordinator.refresh('hub');
    await pass(20);
    assert.deepEqual([states(), reads], [['offered'], 2]);
  });

  it('C4: a deadline that a failing source keeps from being settled makes no ticks spin', async () => {
    await start(snapshotOf());
    coordinator.startTicking();
    await pass(0);
    world.hub.says = new Error('offline');
    await pass(30_000);
    assert.deepEqual(states(), ['backoff']);
    let ticks = 0;
    world.transport.look = async () => {
      ticks += 1;
      return world.transport.looksLike;
    };
    for (let step = 0; step < 600; step += 1) await pass(50);
    assert.ok(ticks <= 4, `${String(ticks)} ticks in 30 s`);
  });

  it('C4: a failed source is not asked again by a tick that a change called for', async () => {
    await start(snapshotOf({ tasks: [] }));
    coordinator.startTicking();
    await pass(0);
    world.hub.says = new Error('offline');
    await pass(15_000);
    assert.equal(reads, 2);
    await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await pass(20);
    assert.deepEqual([states(), reads], [['offered'], 2]);
  });

  const failures: [string, () => Promise<never>][] = [
    ['offline', () => Promise.reject(new Error('offline'))],
    [
      'of a wrong shape',
      async () => {
        throw new TypeError('not iterable');
      },
    ],
  ];
  for (const [what, snapshot] of failures) {
    it(`C4: a source that is ${what} is shown in health, the tick does not throw, other sources go on`, async () => {
      await start();
      world.hub.snapshot = snapshot;
      await coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
      await coordinator.tick();
      const row = coordinator.health().find(({ group, id }) => group === 'source' && id === 'hub');
      assert.equal(row?.level, 'error');
      assert.deepEqual(
        leasesOf(coordinator).map(({ taskId }) => taskId),
        ['workspace/1'],
      );
    });
  }

  it('C4: a source that does not answer in its time fails', async () => {
    await start();
    world.hub.snapshot = () => new Promise(() => undefined);
    const ticked = coordinator.tick();
    await settled();
    world.time.advance(10_000);
    await ticked;
    const row = coordinator.health().find(({ group, id }) => group === 'source' && id === 'hub');
    assert.match(row?.reason ?? '', /timed out after 10 s/);
    assert.equal(world.time.open, 0);
  });

  it('C3: a message to nobody known here is shown in health', async () => {
    const message = { id: 'm', to_agent: 'stranger', subject: '[action] Look' };
    await start(snapshotOf({ tasks: [], messages: [message] }));
    await coordinator.tick();
    const row = coordinator.health().find(({ group, id }) => group === 'source' && id === 'hub');
    assert.equal(row?.reason, '1 ignored; m is for nobody known here');
  });

  it('C16: absence is what its port measured, and moves only the deadlines of acknowledged leases', async () => {
    await start(snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] }));
    await coordinator.tick();
    const [first] = leasesOf(coordinator);
    assert.ok(first);
    await coordinator.execute('lease.ack', { lease: first.id }, byWorker());
    const deadlineOf = () => {
      const lease = leasesOf(coordinator)[0];
      return lease?.state === 'acknowledged' ? lease.deadlineAt : null;
    };
    const before = deadlineOf();
    assert.ok(before !== null);
    world.time.advance(500_000);
    await coordinator.tick();
    assert.equal(deadlineOf(), before);
    world.absentMs = 500_000;
    await coordinator.tick();
    assert.equal(deadlineOf(), before + 500_000);
  });

  it('C16: an offer that ran out in sleep is sent again, however long the absence', async () => {
    await start();
    await coordinator.tick();
    world.absentMs = 3_600_000;
    world.time.advance(3_600_000);
    await coordinator.tick();
    assert.deepEqual(states(), ['backoff']);
    world.absentMs = 0;
    world.time.advance(5_000);
    await coordinator.tick();
    assert.equal(world.transport.sent.length, 2);
  });
});
