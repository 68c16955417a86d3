import assert from 'node:assert/strict';
import { dependencyJudge } from '../../src/core/rules/dependencies.ts';
import type { SourceName, TaskId } from '../../src/core/model/ids.ts';
import type { SourceDependency, SourcePlan } from '../../src/core/model/snapshot.ts';
import { CoreWorld, operator } from '../kit/coreWorld.ts';
import { stateText, states } from '../kit/leaseStates.ts';
import { planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const edge = (from: string, to: string, kind = 'blocks'): SourceDependency => ({
  id: `${from}-${to}-${kind}`,
  from_workplan_id: from,
  to_workplan_id: to,
  relationship_type: kind,
});

function judged(plans: readonly SourcePlan[], dependencies: readonly SourceDependency[]) {
  const world = new CoreWorld();
  world.tick(snapshotOf({ plans, dependencies }));
  const lease = world.lease();
  return lease.state === 'waiting' ? `${stateText(lease)}: ${lease.detail}` : stateText(lease);
}

describe('C2: a blocks edge from X to Y means that X waits for Y', () => {
  for (const status of ['finished', 'archived']) {
    it(`an upstream that is ${status} blocks nothing`, () => {
      assert.equal(judged([planOf(), planOf({ id: 'up', status })], [edge('plan', 'up')]), 'offered');
    });
  }

  for (const status of ['active', 'ready', 'draft', 'cancelled']) {
    it(`an upstream that is ${status} blocks`, () => {
      const plans = [planOf(), planOf({ id: 'up', status })];
      assert.equal(judged(plans, [edge('plan', 'up')]), 'waiting upstream: hub/up');
    });
  }

  it('an upstream that is missing from the snapshot blocks, and says so', () => {
    assert.equal(judged([planOf()], [edge('plan', 'gone')]), 'waiting upstream: hub/gone (missing)');
  });

  it('all open upstreams are named', () => {
    const plans = [planOf(), planOf({ id: 'up' }), planOf({ id: 'done', status: 'finished' })];
    const edges = [edge('plan', 'up'), edge('plan', 'done'), edge('plan', 'gone')];
    assert.equal(judged(plans, edges), 'waiting upstream: hub/gone (missing), hub/up');
  });

  it('an edge that points to my plan never blocks me, nor does one of another kind', () => {
    const plans = [planOf(), planOf({ id: 'up' })];
    assert.equal(judged(plans, [edge('up', 'plan'), edge('plan', 'up', 'relates')]), 'offered');
  });

  it('a cycle is named and blocks its members', () => {
    const plans = [planOf(), planOf({ id: 'b' }), planOf({ id: 'c' })];
    const edges = [edge('plan', 'b'), edge('b', 'c'), edge('c', 'plan')];
    assert.equal(judged(plans, edges), 'waiting cycle: hub/plan -> hub/b -> hub/c -> hub/plan');
  });

  it('a plan that waits for itself is a cycle', () => {
    assert.equal(judged([planOf()], [edge('plan', 'plan')]), 'waiting cycle: hub/plan -> hub/plan');
  });

  it('a plan that waits for a cycle without being in it just waits', () => {
    const plans = [planOf(), planOf({ id: 'b' }), planOf({ id: 'c' })];
    const edges = [edge('plan', 'b'), edge('b', 'c'), edge('c', 'b')];
    assert.equal(judged(plans, edges), 'waiting upstream: hub/b');
  });

  it('the shortest way round is the one that is shown', () => {
    const plans = [planOf(), planOf({ id: 'b' }), planOf({ id: 'c' })];
    const edges = [edge('plan', 'b'), edge('b', 'c'), edge('c', 'plan'), edge('b', 'plan'), edge('c', 'b')];
    assert.equal(judged(plans, edges), 'waiting cycle: hub/plan -> hub/b -> hub/plan');
  });

  it('it is judged every tick, with no change of the task needed', () => {
    const world = new CoreWorld();
    const says = (status: string) =>
      snapshotOf({ plans: [planOf(), planOf({ id: 'up', status })], dependencies: [edge('plan', 'up')] });
    world.tick(says('active'));
    assert.deepEqual(states(world), ['waiting upstream']);
    world.tick(says('archived'));
    assert.deepEqual(states(world), ['offered']);
  });

  it('a pending lease goes back to waiting when an upstream comes up', () => {
    const world = new CoreWorld();
    const tasks = [taskOf({ id: 'one', workplan_id: null }), taskOf({ id: 'two' })];
    const plans = [planOf(), planOf({ id: 'up' })];
    world.tick(snapshotOf({ plans, tasks }));
    assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
    world.tick(snapshotOf({ plans, tasks, dependencies: [edge('plan', 'up')] }));
    assert.deepEqual(states(world), ['offered', 'waiting upstream']);
  });

  it('a source without edges is judged without looking at anything', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf());
    const task = world.state.tasks.get('hub/task' as TaskId);
    assert.ok(task);
    assert.equal(dependencyJudge(world.state, 'other' as SourceName)(task), null);
  });
});

describe('C2: in the workspace a task stands for a plan of one', () => {
  const add = (world: CoreWorld, title: string, more: object = {}) =>
    world.ok('task.add', { title, ...more }, { actor: operator() }).task.facts.id;

  it('a task waits for a task until that is done or cancelled', () => {
    const world = new CoreWorld();
    const first = add(world, 'First');
    add(world, 'Second', { after: ['1'] });
    add(world, 'Third', { after: ['workspace/1'] });
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['offered', 'waiting upstream', 'waiting upstream']);
    world.ok('task.cancel', { task: first });
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['stopped cancelled', 'offered', 'pending scope_taken']);
  });

  it('a task waits for a plan until all tasks of it are done or cancelled', () => {
    const world = new CoreWorld();
    add(world, 'First', { plan: 'groundwork' });
    add(world, 'Second', { plan: 'groundwork' });
    add(world, 'Last', { after: ['groundwork'] });
    world.ok('task.update', { task: '1', status: 'done' });
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['offered', 'waiting upstream']);
    world.ok('task.update', { task: '2', status: 'cancel' });
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['stopped cancelled', 'offered']);
  });

  it('a task that waits for its own plan is a cycle', () => {
    const world = new CoreWorld();
    add(world, 'First', { plan: 'p' });
    add(world, 'Second', { plan: 'p', after: ['p'] });
    world.tick(snapshotOf({ tasks: [] }));
    const second = world.lease(1);
    assert.equal(second.state === 'waiting' && second.detail, 'workspace/2 -> workspace/p -> workspace/2');
  });

  it('a task may wait for a plan or task of another source', () => {
    const world = new CoreWorld();
    const says = (status: string) => snapshotOf({ tasks: [taskOf({ status })] });
    world.tick(says('wait'));
    add(world, 'Mine', { after: ['hub/task'] });
    world.tick(says('progress'));
    assert.deepEqual(states(world), ['waiting upstream']);
    world.tick(says('done'));
    assert.deepEqual(states(world), ['offered']);
  });

  it('a long chain is judged in a time that grows with its length only', () => {
    const world = new CoreWorld();
    add(world, 'Task 1');
    for (let count = 1; count < 2000; count += 1) add(world, 'Next', { after: [String(count)] });
    const judge = dependencyJudge(world.state, 'workspace' as SourceName);
    const reasons = [...world.state.tasks.values()].map((task) => judge(task)?.reason ?? 'free');
    assert.deepEqual([...new Set(reasons)], ['free', 'upstream']);
  });
});
