import assert from 'node:assert/strict';
import type { TaskId } from '../../src/core/model/ids.ts';
import type { SourceTask } from '../../src/core/model/snapshot.ts';
import type { TaskFacts } from '../../src/core/model/task.ts';
import { revisionOf } from '../../src/core/rules/revision.ts';
import { CoreWorld, operator } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const says = (given: Partial<SourceTask> = {}) => snapshotOf({ tasks: [taskOf(given)] });
const nobody = snapshotOf({ tasks: [] });

/** A task that waits in the queue because another one has the repo. */
function queued(): { world: CoreWorld; tick: (given?: Partial<SourceTask> | null) => void } {
  const world = new CoreWorld();
  const first = taskOf({ id: 'first' });
  const tick = (given: Partial<SourceTask> | null = {}): void => {
    const others = given === null ? [] : [taskOf({ id: 'second', ...given })];
    world.tick(snapshotOf({ tasks: [first, ...others] }), 1000);
  };
  tick();
  return { world, tick };
}

function complete(world: CoreWorld, index = 0): void {
  const { epoch, lease } = world.ack(world.lease(index));
  world.ok('lease.complete', { lease: lease.id, epoch });
}

describe('C5: a revision is what makes a task new work', () => {
  const facts = (given: Partial<TaskFacts>): TaskFacts => ({
    ...{ id: 'hub/task' as TaskId, title: 'Fix parser', status: 'todo', plan: null },
    ...{ needsHuman: false, interventionNote: '', blockingReason: '', actionClasses: ['a', 'b'] },
    ...(given as TaskFacts),
  });
  const revision = (given: Partial<TaskFacts> = {}, generation = 0) => revisionOf(facts(given), generation);

  const changes: [string, Partial<TaskFacts>][] = [
    ['the title', { title: 'Fix lexer' }],
    ['the plan', { plan: 'hub/plan' as NonNullable<TaskFacts['plan']> }],
    ['needs_human', { needsHuman: true }],
    ['the intervention note', { interventionNote: 'x' }],
    ['the blocking reason', { blockingReason: 'x' }],
    ['the action classes', { actionClasses: ['a'] }],
  ];
  for (const [what, change] of changes) {
    it(`${what} makes another revision`, () => assert.notEqual(revision(change), revision()));
  }

  it('so does the generation', () => assert.notEqual(revision({}, 1), revision()));

  it('status, order of action classes and the rest do not', () => {
    assert.equal(revision({ status: 'done', actionClasses: ['b', 'a'], externalId: 'other' }), revision());
  });
});

describe('C5: a (task, revision) fires once', () => {
  it('no status or time alone makes new work after a completion', () => {
    const world = new CoreWorld();
    world.tick(says());
    complete(world);
    world.tick(says({ updated_at: 'later' }));
    world.tick(says({ status: 'done' }));
    world.tick(says());
    assert.deepEqual(states(world), ['completed']);
  });

  it('new work needs a new revision and a spell outside todo', () => {
    const world = new CoreWorld();
    world.tick(says());
    complete(world);
    world.tick(says({ title: 'Fix lexer' }));
    assert.deepEqual(states(world), ['completed']);
    world.tick(says({ title: 'Fix lexer', status: 'done' }));
    world.tick(says({ title: 'Fix lexer' }));
    assert.deepEqual(states(world), ['completed', 'offered']);
  });

  it('a spell outside todo with an old revision makes none', () => {
    const world = new CoreWorld();
    world.tick(says());
    complete(world);
    world.tick(says({ title: 'Fix lexer', status: 'done' }));
    world.tick(says());
    assert.deepEqual(states(world), ['completed']);
  });

  it("an operator's re-open needs neither", () => {
    const world = new CoreWorld();
    world.tick(says());
    complete(world);
    world.ok('task.reopen', { task: 'hub/task' }, { actor: operator() });
    world.tick(says());
    assert.deepEqual(states(world), ['completed', 'offered']);
  });

  it('a revision seen while a lease is active makes no second one and is consumed when that completes', () => {
    const world = new CoreWorld();
    world.tick(says());
    world.tick(says({ title: 'Fix lexer' }));
    assert.deepEqual(states(world), ['offered']);
    complete(world);
    world.tick(says({ title: 'Fix lexer', status: 'wait' }));
    world.tick(says({ title: 'Fix lexer' }));
    assert.deepEqual(states(world), ['completed']);
  });

  it('a revision consumed by an offer stays so after its lease was stopped', () => {
    const world = new CoreWorld();
    world.tick(says());
    world.ok('lease.stop', { lease: world.lease().id }, { actor: operator() });
    world.tick(says({ status: 'wait' }));
    world.tick(says());
    assert.deepEqual(states(world), ['stopped operator']);
  });

  it('a task never seen todo gets no row', () => {
    const world = new CoreWorld();
    world.tick(says({ status: 'wait', needs_human: true }));
    assert.deepEqual(states(world), []);
  });
});

describe('C5: a queued lease whose revision changed is superseded and replaced in its place', () => {
  it('the new one has the new prompt and the old place', () => {
    const { world, tick } = queued();
    const old = world.lease(1);
    tick({ title: 'Fix lexer' });
    assert.deepEqual(states(world), ['offered', 'stopped superseded', 'pending scope_taken']);
    const replaced = world.lease(2);
    assert.equal(replaced.rank, old.rank);
    assert.match(replaced.prompt, /: Fix lexer\n/);
    assert.notEqual(replaced.messageId, old.messageId);
  });

  it('a superseded row consumes nothing: the first revision can come back', () => {
    const { world, tick } = queued();
    tick({ title: 'Fix lexer' });
    tick();
    assert.deepEqual(states(world).slice(1), [
      'stopped superseded',
      'stopped superseded',
      'pending scope_taken',
    ]);
    assert.equal(world.lease(3).triggerId, world.lease(1).triggerId);
  });

  it('a lease that was offered before is replaced too, but its old revision never fires again', () => {
    const world = new CoreWorld();
    world.tick(says());
    const undeliverable = { endpointId: null, state: 'undeliverable', reason: 'no window' } as const;
    const report = { leaseId: world.lease().id, attempt: 1 };
    world.ok('delivery.report', { ...report, result: { kind: 'state', transport: undeliverable } });
    const facts = { endpoints: new Map() };
    world.tick(says({ title: 'Fix lexer' }), 0, facts);
    assert.deepEqual(states(world), ['stopped superseded', 'pending no_worker']);
    world.tick(says(), 0, facts);
    assert.deepEqual(states(world), ['stopped superseded', 'stopped superseded']);
  });

  it('a successor keeps source, source id, history and place; only the prompt is new', () => {
    const world = new CoreWorld();
    world.tick(says());
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.fail', { lease: lease.id, epoch, reason: 'flaky', retryable: true });
    const old = world.lease(1);
    world.tick(says({ title: 'Fix lexer' }));
    const next = world.lease(2);
    assert.deepEqual(states(world), ['stopped failed', 'stopped superseded', 'offered']);
    const kept = ({ source, sourceId, triggerId, parent, rank }: typeof old) =>
      [source, sourceId, triggerId, parent, rank] as const;
    assert.deepEqual(kept(next), kept(old));
    assert.match(next.prompt, /: Fix lexer\n/);
  });

  it('C17: a child keeps its reservation of the scope', () => {
    const world = new CoreWorld();
    world.tick(says());
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.checkpoint', { lease: lease.id, epoch, checkpoint: { summary: 'half' } });
    world.tick(says({ title: 'Fix lexer' }), 0, { endpoints: new Map() });
    assert.deepEqual(states(world), ['checkpointed', 'stopped superseded', 'pending no_worker']);
    assert.equal(world.state.scopes.get(lease.repo)?.reservedFor, world.lease(2).id);
  });
});

describe('C5: what else its source says of a task with a lease', () => {
  it('a task absent from two good snapshots in a row is gone, its lease stopped', () => {
    const world = new CoreWorld();
    world.tick(says());
    world.tick(nobody);
    assert.deepEqual(states(world), ['offered']);
    world.tick(nobody);
    assert.deepEqual(states(world), ['stopped task_gone']);
    const mark = world.events.length;
    world.tick(nobody);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('two absences that are not in a row do not count, nor does one snapshot seen twice', () => {
    const world = new CoreWorld();
    world.tick(says());
    world.tick(nobody);
    world.tick(says());
    world.tick(nobody);
    const readings = [{ source: 'hub', ok: true, snapshot: nobody, isNew: false }] as const;
    world.ok('tick', { readings, absentMs: 0, deliveries: [] });
    assert.deepEqual(states(world), ['offered']);
  });

  it('a row stopped task_gone before any offer consumes nothing', () => {
    const { world, tick } = queued();
    tick(null);
    tick(null);
    assert.deepEqual(states(world), ['offered', 'stopped task_gone']);
    tick();
    assert.deepEqual(states(world), ['offered', 'stopped task_gone', 'pending scope_taken']);
  });

  for (const status of ['cancel', 'cancelled']) {
    it(`${status} at the source stops a holder`, () => {
      const world = new CoreWorld();
      world.tick(says());
      world.ack(world.lease());
      world.tick(says({ status }));
      assert.deepEqual(states(world), ['stopped cancelled']);
    });
  }

  for (const status of ['done', 'progress', 'wait']) {
    it(`${status} never stops a holder`, () => {
      const world = new CoreWorld();
      world.tick(says());
      world.ack(world.lease());
      world.tick(says({ status }));
      assert.deepEqual(states(world), ['acknowledged']);
    });
  }

  it('a queued lease is stopped when its task is done', () => {
    const { world, tick } = queued();
    tick({ status: 'done' });
    assert.deepEqual(states(world), ['offered', 'stopped done']);
  });

  for (const status of ['wait', 'progress']) {
    it(`a queued lease whose task became ${status} waits until it is todo again`, () => {
      const { world, tick } = queued();
      tick({ status });
      assert.deepEqual(states(world), ['offered', 'waiting not_ready']);
      tick();
      assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
    });
  }

  it('a chain goes on while its task is in progress: its own holder said so', () => {
    const world = new CoreWorld();
    world.tick(says());
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.checkpoint', { lease: lease.id, epoch, checkpoint: {} });
    world.tick(says({ status: 'progress' }));
    assert.deepEqual(states(world), ['checkpointed', 'offered']);
  });

  it('a plan that stops being active sends its queued leases back to waiting', () => {
    const { world } = queued();
    const tasks = [taskOf({ id: 'first' }), taskOf({ id: 'second' })];
    world.tick(snapshotOf({ plans: [planOf({ status: 'paused' })], tasks }));
    assert.deepEqual(states(world), ['offered', 'waiting not_ready']);
  });
});
