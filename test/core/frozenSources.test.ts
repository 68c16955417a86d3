import assert from 'node:assert/strict';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const says = snapshotOf();
const twoTasks = snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] });

describe("C4: a failed snapshot freezes that source's tasks, and nothing else", () => {
  it('nothing of it is dispatched', () => {
    const world = new CoreWorld();
    world.tick(says, 0, { endpoints: new Map() });
    assert.deepEqual(states(world), ['pending no_worker']);
    assert.deepEqual(world.tick(null, 15_000).sends, []);
    assert.deepEqual(states(world), ['pending no_worker']);
    assert.equal(world.tick(says, 15_000).sends.length, 1);
  });

  it('an offer expires, and is sent again only when the source is back', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.tick(null, 30_000);
    assert.deepEqual(states(world), ['backoff unanswered']);
    assert.deepEqual(world.tick(null, 5_000).sends, []);
    assert.equal(world.tick(says, 0).sends.length, 1);
  });

  it('a holder expires, and its successor stands still', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.ack(world.lease());
    world.tick(null, 600_000);
    assert.deepEqual(states(world), ['stopped holder_lost', 'pending dirty_tree']);
    world.ok('lease.continue', { lease: world.lease(1).id }, { actor: operator() });
    assert.deepEqual(world.tick(null, 15_000).sends, []);
    assert.equal(world.tick(says, 15_000).sends.length, 1);
  });

  it('a task missed once is not gone by failures', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.tick(snapshotOf({ tasks: [] }));
    for (let failure = 0; failure < 3; failure += 1) world.tick(null);
    assert.deepEqual(states(world), ['offered']);
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['stopped task_gone']);
  });

  it('a cancellation that a turn brought stops only when the source answers again', () => {
    const world = new CoreWorld();
    world.tick(says);
    const { epoch, lease } = world.ack(world.lease());
    const reconciled = { decisions: [], task: taskOf({ status: 'cancel' }) };
    world.ok('lease.turn', { lease: lease.id, epoch, verdict: 'continue', reconciled }, { actor: worker() });
    world.tick(null);
    assert.deepEqual(states(world), ['acknowledged']);
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'cancel' })] }));
    assert.deepEqual(states(world), ['stopped cancelled']);
  });

  it('a gate is not judged while its source is frozen', () => {
    const allow = ['network'];
    const world = new CoreWorld({ allow });
    const classy = snapshotOf({ tasks: [taskOf({ action_classes: ['network'] })] });
    world.tick(classy);
    world.settings = { ...world.settings, allow: [] };
    world.tick(null);
    assert.deepEqual(states(world), ['offered']);
    world.tick(classy);
    assert.equal(states(world)[0], 'stopped gated');
  });

  it('transport states are read', () => {
    const world = new CoreWorld();
    world.tick(says);
    const failed = { endpointId: 'endpoint-demo', state: 'failed', reason: 'the process ended' } as const;
    const report = {
      leaseId: world.lease().id,
      attempt: 1,
      result: { kind: 'state', transport: failed },
    } as const;
    world.ok('tick', { readings: [], absentMs: 0, deliveries: [report] });
    assert.deepEqual(states(world), ['stopped transport_failed']);
  });

  it('other sources go on', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'Typed here' }, { actor: operator() });
    world.tick(null);
    assert.deepEqual(states(world), ['offered']);
  });

  it('a queued lease of it shows source_stale once its last good snapshot is two ticks old, and one event says so', () => {
    const world = new CoreWorld();
    world.tick(twoTasks);
    const goodAt = new Map([['hub' as never, 0]]);
    world.tick(null, 29_999, { goodAt });
    assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
    world.tick(null, 1, { goodAt });
    const mark = world.events.length;
    assert.deepEqual(states(world), ['backoff unanswered', 'pending source_stale']);
    world.tick(null, 1, { goodAt });
    assert.deepEqual(world.typesSince(mark), []);
    world.tick(twoTasks, 1);
    assert.deepEqual(states(world), ['backoff unanswered', 'pending scope_taken']);
  });
});

describe('C4: lease.next hands out only what its source said lately', () => {
  const next = (world: CoreWorld, goodAt: [string, number][]) =>
    world.ok(
      'lease.next',
      { worker: 'demo' },
      { actor: worker(), facts: { goodAt: new Map(goodAt as never) } },
    );

  function queued(): CoreWorld {
    const world = new CoreWorld();
    world.tick(says, 0, { endpoints: new Map() });
    world.now = 30_000;
    return world;
  }

  it('younger than two ticks is lately', () => {
    assert.notEqual(next(queued(), [['hub', 1]]).grant, null);
  });

  it('two ticks old is not, and neither is never since the start', () => {
    for (const goodAt of [[['hub', 0]], []] as [string, number][][]) {
      const world = queued();
      const { grant, held } = next(world, goodAt);
      const reason = { leaseId: world.lease().id, reason: 'source_stale', detail: 'hub' };
      assert.deepEqual([grant, held], [null, [reason]]);
    }
  });

  it('an offer that runs is taken, one that ran out only with a fresh source', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.now = 30_000;
    assert.equal(next(world, []).held[0]?.reason, 'source_stale');
    assert.deepEqual(states(world), ['offered']);
    world.now = 29_999;
    assert.equal(next(world, []).grant?.lease.id, world.lease().id);
  });

  it('C21: while no valid configuration is in force nothing is handed out, offered, sent again or sent by hand', () => {
    const world = new CoreWorld();
    world.tick(says);
    world.tick(says, 30_000);
    world.settings = { ...world.settings, canDispatch: false };
    assert.deepEqual(world.tick(says, 5_000).sends, []);
    assert.deepEqual(states(world), ['backoff unanswered']);
    assert.equal(next(world, [['hub', world.now]]).held[0]?.reason, 'paused');
    const { kind } = world.refused('lease.send', { lease: world.lease().id }, { actor: operator() });
    assert.equal(kind, 'conflict');
    const other = new CoreWorld({ canDispatch: false });
    assert.deepEqual(other.tick(says).sends, []);
    assert.deepEqual(states(other), ['pending paused']);
  });
});
