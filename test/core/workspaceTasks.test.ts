import assert from 'node:assert/strict';
import type { RepoSlug, SourceName, TaskId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const nothing = snapshotOf({ tasks: [] });
const byPat = { actor: operator() };
const byDemo = { actor: worker() };
const add = (world: CoreWorld, more: object = {}, by = byPat) =>
  world.ok('task.add', { title: 'Fix parser', ...more }, by);
const planStatus = (world: CoreWorld, id: string) =>
  [...world.state.plans.values()].find((plan) => plan.id === id)?.status;
const fact = (world: CoreWorld, id: string) => world.state.tasks.get(id as TaskId)?.facts;

describe('Behaviour 1: task.add', () => {
  it('adds a task that goes by a number and is offered in the next tick', () => {
    const world = new CoreWorld();
    const { task, startableBy } = add(world, { action_classes: [] });
    assert.deepEqual([task.facts.id, task.facts.status, startableBy], ['workspace/1', 'todo', 'anyone']);
    assert.equal(add(world).task.facts.id, 'workspace/2');
    world.tick(nothing);
    assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
  });

  it('a plan named for the first time is created ready, by name or by full id', () => {
    const world = new CoreWorld();
    assert.equal(add(world, { plan: 'ground' }).task.facts.plan, 'workspace/ground');
    assert.equal(add(world, { plan: 'workspace/ground' }).task.facts.plan, 'workspace/ground');
    assert.deepEqual([planStatus(world, 'workspace/ground'), world.state.plans.size], ['ready', 1]);
  });

  it('after makes blocks edges from the task, one event for what is new', () => {
    const world = new CoreWorld();
    add(world);
    add(world, { plan: 'ground', after: ['1'] });
    const mark = world.events.length;
    add(world, { after: ['ground', 'workspace/2'] });
    assert.deepEqual(world.typesSince(mark), ['TaskObserved', 'DependenciesAdded']);
    const edges = [
      { from: 'workspace/2', to: 'workspace/1' },
      { from: 'workspace/3', to: 'workspace/ground' },
      { from: 'workspace/3', to: 'workspace/2' },
    ];
    assert.deepEqual(world.state.dependencies.get('workspace' as SourceName), edges);
  });

  it('of several repos one has to be named, and it has to be configured', () => {
    const repos = ['demo', 'lib'].map((slug) => ({ slug: slug as RepoSlug, path: slug }));
    const world = new CoreWorld({ repos, workers: [workerSetting('lib', ['lib'])] });
    assert.equal(world.refused('task.add', { title: 'x' }, byPat).facts['field'], 'repo');
    assert.equal(world.refused('task.add', { title: 'x', repo: 'other' }, byPat).kind, 'invalid_params');
    assert.equal(add(world, { repo: 'lib' }).task.facts.repo, 'lib');
    assert.equal(
      new CoreWorld({ repos: [] }).refused('task.add', { title: 'x' }, byPat).kind,
      'invalid_params',
    );
  });

  const wrong: [string, object, string][] = [
    ['a title that is no text', { title: 7 }, 'title'],
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of more than 1 KiB', { title: 'é'.repeat(600) }, 'title'],
    ['a plan that is no text', { plan: 7 }, 'plan'],
    ['a plan that looks like a task', { plan: '12' }, 'plan'],
    ['a plan that looks like a task, by its full id', { plan: 'workspace/12' }, 'plan'],
    ['an after that is no list', { after: '1' }, 'after'],
    ['an after that names nothing known', { after: ['9'] }, 'after'],
    ['an after of more than 100', { after: Array.from({ length: 101 }, () => '1') }, 'after'],
    ['action classes that are no texts', { action_classes: [1] }, 'action_classes'],
  ];
  for (const [what, params, field] of wrong) {
    it(`${what} is refused before any change`, () => {
      const world = new CoreWorld();
      const refused = world.refused('task.add', { title: 'Fix parser', ...params }, byPat);
      assert.deepEqual([refused.kind, refused.facts['field']], ['invalid_params', field]);
      assert.equal(world.events.length, 0);
    });
  }

  it('C15: a task that asks for a secret is gated at once', () => {
    const world = new CoreWorld();
    assert.deepEqual(add(world, { title: 'Get a secret' }).task.gates, ['secret_title']);
    world.tick(nothing);
    assert.deepEqual(states(world), ['stopped gated']);
  });
});

describe('W7: tasks of the worker surface wait for a person', () => {
  it('they begin as wait, and the answer says who can start them', () => {
    const world = new CoreWorld();
    const { task, startableBy } = add(world, {}, byDemo);
    assert.deepEqual([task.facts.status, startableBy], ['wait', 'operator']);
    world.tick(nothing);
    assert.deepEqual(states(world), []);
    world.ok('task.update', { task: task.facts.id, status: 'todo' }, byPat);
    world.tick(nothing);
    assert.deepEqual(states(world), ['offered']);
  });

  it('with workerTasks on they begin as todo', () => {
    const { task, startableBy } = add(new CoreWorld({ workerTasks: true }), {}, byDemo);
    assert.deepEqual([task.facts.status, startableBy], ['todo', 'anyone']);
  });

  it('a worker changes, cancels, re-opens or reorders none', () => {
    const world = new CoreWorld();
    add(world);
    for (const type of ['task.update', 'task.cancel', 'task.reopen', 'task.clear_gate'] as const) {
      assert.equal(world.refused(type, { task: '1' }, byDemo).kind, 'forbidden');
    }
    assert.equal(world.refused('task.reorder', { task: '1', before: null }, byDemo).kind, 'forbidden');
  });
});

describe('Behaviour 1: task.update', () => {
  it('changes title, plan, status and gate fields', () => {
    const world = new CoreWorld();
    add(world);
    const change = {
      ...{ title: 'Fix lexer', plan: 'ground', status: 'wait', needs_human: true },
      ...{ intervention_note: 'look', blocking_reason: 'wait', action_classes: ['payment'] },
    };
    world.ok('task.update', { task: '1', ...change }, byPat);
    const { title, plan, status, needsHuman, interventionNote, blockingReason, actionClasses } =
      fact(world, 'workspace/1') ?? {};
    assert.deepEqual(
      [title, plan, status, needsHuman, interventionNote, blockingReason, actionClasses],
      ['Fix lexer', 'workspace/ground', 'wait', true, 'look', 'wait', ['payment']],
    );
    const clear = {
      needs_human: false,
      intervention_note: '',
      blocking_reason: null,
      action_classes: [],
      plan: null,
    };
    const { task } = world.ok('task.update', { task: 'workspace/1', ...clear }, byPat);
    assert.deepEqual([task.gates, task.generation, task.facts.plan], [[], 4, null]);
  });

  it('one that changes nothing makes no event', () => {
    const world = new CoreWorld();
    add(world);
    const mark = world.events.length;
    world.ok('task.update', { task: '1', title: 'Fix parser', status: 'todo' }, byPat);
    assert.deepEqual(world.typesSince(mark), []);
  });

  const wrong: [string, object][] = [
    ['title', { title: '' }],
    ['plan', { plan: 5 }],
    ['status', { status: 'doing' }],
    ['status', { status: 5 }],
    ['needs_human', { needs_human: 'yes' }],
    ['intervention_note', { intervention_note: 5 }],
    ['blocking_reason', { blocking_reason: 5 }],
    ['action_classes', { action_classes: 'network' }],
  ];
  for (const [field, params] of wrong) {
    it(`a wrong ${field} (${JSON.stringify(params)}) is refused`, () => {
      const world = new CoreWorld();
      add(world);
      const refused = world.refused('task.update', { task: '1', ...params }, byPat);
      assert.deepEqual([refused.kind, refused.facts['field']], ['invalid_params', field]);
    });
  }

  it('only tasks of the workspace are changed here', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf());
    const refused = world.refused('task.update', { task: 'hub/task', title: 'x' }, byPat);
    assert.equal(refused.kind, 'invalid_state');
    assert.match(refused.next, /hub/);
    assert.equal(world.refused('task.update', { task: '9' }, byPat).kind, 'not_found');
  });

  it('a queued lease is replaced, and a status that left todo keeps next from handing it out before the tick', () => {
    const world = new CoreWorld();
    add(world);
    world.tick(nothing, 0, { endpoints: new Map() });
    world.ok('task.update', { task: '1', status: 'wait' }, byPat);
    const { held } = world.ok('lease.next', {}, byDemo);
    assert.deepEqual(
      held.map(({ reason }) => reason),
      ['not_ready'],
    );
    world.ok('task.update', { task: '1', status: 'todo', title: 'Fix lexer' }, byPat);
    world.tick(nothing);
    assert.deepEqual(states(world), ['stopped superseded', 'offered']);
  });
});

describe('Behaviour 1: the end of a task, of its plan, and its way back', () => {
  it('completing a lease sets its task done, and the plan finished with the last of its tasks', () => {
    const world = new CoreWorld();
    add(world, { plan: 'ground' });
    add(world, { plan: 'ground' });
    world.tick(nothing);
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.complete', { lease: lease.id, epoch }, byDemo);
    assert.deepEqual(
      [fact(world, 'workspace/1')?.status, planStatus(world, 'workspace/ground')],
      ['done', 'ready'],
    );
    world.ok('task.cancel', { task: '2' }, byPat);
    assert.equal(planStatus(world, 'workspace/ground'), 'finished');
  });

  it('a plan is ready again with a new task or a re-opened one', () => {
    const world = new CoreWorld();
    add(world, { plan: 'ground' });
    world.ok('task.update', { task: '1', status: 'done' }, byPat);
    assert.equal(planStatus(world, 'workspace/ground'), 'finished');
    add(world, { plan: 'ground' });
    assert.equal(planStatus(world, 'workspace/ground'), 'ready');
    world.ok('task.cancel', { task: '2' }, byPat);
    world.ok('task.reopen', { task: '1' }, byPat);
    assert.equal(planStatus(world, 'workspace/ground'), 'ready');
  });

  it('a task that changes its plan settles both', () => {
    const world = new CoreWorld();
    add(world, { plan: 'a' });
    add(world, { plan: 'a' });
    world.ok('task.update', { task: '1', status: 'done' }, byPat);
    world.ok('task.update', { task: '2', plan: 'b' }, byPat);
    assert.deepEqual(
      [planStatus(world, 'workspace/a'), planStatus(world, 'workspace/b')],
      ['finished', 'ready'],
    );
  });

  it('a re-opened task is new work without a spell outside todo', () => {
    const world = new CoreWorld();
    add(world);
    world.tick(nothing);
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.complete', { lease: lease.id, epoch }, byDemo);
    world.tick(nothing);
    assert.deepEqual(states(world), ['completed']);
    world.ok('task.reopen', { task: '1' }, byPat);
    world.tick(nothing);
    assert.deepEqual(states(world), ['completed', 'offered']);
  });

  it('a task of a source whose status is done stays so after a re-open, until its source says todo', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf());
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.complete', { lease: lease.id, epoch }, byDemo);
    const done = snapshotOf({ tasks: [taskOf({ status: 'done' })] });
    world.tick(done);
    world.ok('task.reopen', { task: 'hub/task' }, byPat);
    world.tick(done);
    assert.deepEqual(states(world), ['completed']);
    world.tick(snapshotOf());
    assert.deepEqual(states(world), ['completed', 'offered']);
  });

  it('a task with a lease that is not ended is not re-opened', () => {
    const world = new CoreWorld();
    add(world);
    world.tick(nothing);
    assert.equal(world.refused('task.reopen', { task: '1' }, byPat).kind, 'invalid_state');
    assert.equal(world.refused('task.reopen', { task: '9' }, byPat).kind, 'not_found');
  });

  it('a cancelled one stops its lease and stays cancelled whatever its source says, until it is re-opened', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf());
    world.ok('task.cancel', { task: 'hub/task' }, byPat);
    const mark = world.events.length;
    world.ok('task.cancel', { task: 'hub/task' }, byPat);
    assert.deepEqual(world.typesSince(mark), []);
    world.tick(snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' })] }));
    assert.deepEqual(states(world), ['stopped cancelled']);
    world.ok('task.reopen', { task: 'hub/task' }, byPat);
    world.tick(snapshotOf());
    assert.deepEqual(states(world), ['stopped cancelled', 'offered']);
    assert.equal(world.refused('task.cancel', { task: '9' }, byPat).kind, 'not_found');
  });

  it('what a tick reads of the workspace itself changes nothing: its facts are written by commands', () => {
    const world = new CoreWorld();
    add(world);
    world.tick(nothing);
    const mark = world.events.length;
    world.tick(nothing, 1000);
    assert.deepEqual(world.typesSince(mark), []);
    assert.equal(world.state.tasks.size, 1);
  });
});
