import assert from 'node:assert/strict';
import type { RepoSlug, TaskId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { workerSetting } from '../kit/settings.ts';
import { messageOf, planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const two = {
  repos: [
    { slug: 'demo' as RepoSlug, path: '.' },
    { slug: 'lib' as RepoSlug, path: 'lib' },
  ],
  workers: [workerSetting('demo', ['demo']), workerSetting('lib', ['lib'])],
};

describe('Behaviour 1, C1: what sources say becomes tasks', () => {
  it('a task of a source goes by the name of the source and its external id', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ id: '7', external_id: 'issue-7' })] }));
    const { taskId, sourceId } = world.lease();
    assert.deepEqual([taskId, sourceId], ['hub/issue-7', 'issue-7']);
  });

  const repos: [string, ReturnType<typeof snapshotOf>, string | null][] = [
    ['its plan names it by an id', snapshotOf({ repos: [{ id: 'repo', slug: 'lib' }] }), 'lib'],
    ['its plan names the slug itself', snapshotOf({ repos: [], plans: [planOf({ repo_id: 'lib' })] }), 'lib'],
    ['its plan is in a repo that is not configured', snapshotOf({ plans: [planOf({ repo_id: 'x' })] }), null],
    [
      'it has no plan but a project',
      snapshotOf({ tasks: [taskOf({ workplan_id: null, project: 'lib' })] }),
      'lib',
    ],
    ['it has no plan and no project', snapshotOf({ tasks: [taskOf({ workplan_id: null })] }), null],
    [
      'its project is not configured',
      snapshotOf({ tasks: [taskOf({ workplan_id: null, project: 'x' })] }),
      null,
    ],
  ];
  for (const [when, snapshot, repo] of repos) {
    it(`of two configured repos a task belongs to ${repo ?? 'none'} when ${when}`, () => {
      const world = new CoreWorld(two);
      world.tick(snapshot);
      assert.deepEqual(
        world.leases().map((lease) => lease.repo),
        repo === null ? [] : [repo],
      );
    });
  }

  it('a task without plan and project belongs to the only configured repo', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ workplan_id: null, project: 'elsewhere' })] }));
    assert.equal(world.lease().repo, 'demo');
    assert.deepEqual(states(world), ['offered']);
  });

  it('a repo that is configured later gets its work in the first tick after it, also from an old snapshot', () => {
    const world = new CoreWorld();
    const says = snapshotOf({ repos: [{ id: 'repo', slug: 'lib' }] });
    world.tick(says);
    assert.deepEqual(states(world), []);
    world.settings = { ...world.settings, ...two };
    const readings = [{ source: 'hub', ok: true, snapshot: says, isNew: false }] as const;
    world.ok('tick', { readings, absentMs: 0, deliveries: [] });
    assert.deepEqual(states(world), []);
    world.tick(says);
    assert.deepEqual(states(world), ['offered']);
  });

  it('a lease whose repo left the configuration waits until it is back', () => {
    const world = new CoreWorld(two);
    const says = snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] });
    world.tick(says);
    world.settings = { ...world.settings, repos: [{ slug: 'other' as RepoSlug, path: '.' }] };
    world.tick(says);
    assert.deepEqual(states(world), ['offered', 'waiting not_ready']);
    world.settings = { ...world.settings, repos: two.repos };
    world.tick(says);
    assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
  });

  it('a task of the workspace whose repo left the configuration gets no row', () => {
    const world = new CoreWorld(two);
    world.ok('task.add', { title: 'Typed here', repo: 'lib' }, { actor: operator() });
    world.settings = { ...world.settings, repos: two.repos.slice(0, 1) };
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), []);
  });

  for (const status of ['active', 'ready']) {
    it(`a plan that is ${status} dispatches, in the tick that first sees it`, () => {
      const world = new CoreWorld();
      const { sends } = world.tick(snapshotOf({ plans: [planOf({ status })] }));
      assert.deepEqual(sends, [world.lease().id]);
    });
  }

  for (const status of ['draft', 'paused', 'finished', 'archived']) {
    it(`a plan that is ${status} does not dispatch`, () => {
      const world = new CoreWorld();
      world.tick(snapshotOf({ plans: [planOf({ status })] }));
      assert.deepEqual(states(world), ['waiting not_ready']);
    });
  }

  it('a plan that is not in the snapshot does not dispatch', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ plans: [] }));
    const lease = world.lease();
    assert.ok(lease.state === 'waiting');
    assert.equal(lease.detail, 'plan hub/plan is missing');
  });

  for (const status of ['wait', 'done', 'cancel', 'cancelled', 'progress', 'whatever']) {
    it(`a task that is ${status} starts no work`, () => {
      const world = new CoreWorld();
      world.tick(snapshotOf({ tasks: [taskOf({ status })] }));
      assert.deepEqual(states(world), []);
    });
  }

  it('a task in progress that never had a lease is adopted where adoptInProgress is on', () => {
    const world = new CoreWorld({ adoptInProgress: true });
    const says = snapshotOf({ tasks: [taskOf({ status: 'progress' })] });
    world.tick(says);
    assert.deepEqual(states(world), ['offered']);
    world.ok('lease.stop', { lease: world.lease().id });
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'progress', title: 'Fix parser again' })] }));
    assert.deepEqual(states(world), ['stopped operator']);
  });

  it('work of one tick is made in the order of the configured sources, then of the snapshot', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'Typed here' }, { actor: operator() });
    world.tick(snapshotOf({ tasks: [taskOf({ id: 'b' }), taskOf({ id: 'a' })], messages: [messageOf()] }));
    assert.deepEqual(
      world.leases().map(({ taskId }) => taskId),
      ['workspace/1', 'hub/b', 'hub/a', 'hub/message/message'],
    );
  });

  it('a source that is no longer configured gets no new rows', () => {
    const world = new CoreWorld();
    world.settings = { ...world.settings, sources: [] };
    world.tick(snapshotOf());
    assert.deepEqual(states(world), []);
  });

  it('a snapshot that says nothing new makes no event, whatever the order of its lists', () => {
    const world = new CoreWorld();
    const edges = ['up', 'over'].map((to) => ({
      id: to,
      from_workplan_id: 'plan',
      to_workplan_id: to,
      relationship_type: 'blocks',
    }));
    const plans = [planOf(), planOf({ id: 'up' }), planOf({ id: 'over' })];
    const task = taskOf({ action_classes: ['network', 'deploy'] });
    world.tick(snapshotOf({ plans, tasks: [task], dependencies: edges }));
    const mark = world.events.length;
    const shuffled = taskOf({ action_classes: ['deploy', 'network'], updated_at: 'later' });
    const twice = [...edges, ...edges].slice(1, 3);
    world.tick(snapshotOf({ plans: [...plans].reverse(), tasks: [shuffled], dependencies: twice }), 15_000);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('a plan that is gone from the snapshot is forgotten, one of another source is not', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'Typed here', plan: 'mine' });
    world.tick(snapshotOf());
    world.tick(snapshotOf({ plans: [] }));
    assert.deepEqual(
      [...world.state.plans.values()].map(({ id }) => id),
      ['workspace/mine'],
    );
  });

  it('a task is looked at again when it comes back after an absence', () => {
    const world = new CoreWorld();
    const missed = (): number | undefined => world.state.tasks.get('hub/task' as TaskId)?.missed;
    world.tick(snapshotOf());
    world.tick(snapshotOf({ tasks: [] }));
    assert.equal(missed(), 1);
    world.tick(snapshotOf());
    assert.equal(missed(), 0);
  });
});
