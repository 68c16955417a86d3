import assert from 'node:assert/strict';
import type { Waiter } from '../../src/core/context.ts';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { workerSetting } from '../kit/settings.ts';
import { messageOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const tasks = (...ids: string[]) => snapshotOf({ tasks: ids.map((id) => taskOf({ id })) });
const byPat = { actor: operator('pat') };
const bySam = { actor: operator('sam') };
const noEndpoints = { endpoints: new Map() };

const reasonOf = (world: CoreWorld, index: number): string => {
  const lease = world.lease(index);
  return 'detail' in lease ? `${lease.reason}: ${lease.detail}` : lease.state;
};

describe('C6: at most one active lease a scope, and one a worker', () => {
  it('the first created goes first, the next one names the repo', () => {
    const world = new CoreWorld();
    world.tick(tasks('one', 'two'));
    assert.deepEqual(states(world), ['offered', 'pending scope_taken']);
    assert.equal(reasonOf(world, 1), 'scope_taken: demo');
  });

  it('a worker of two repos has one lease at a time', () => {
    const repos = ['demo', 'lib'].map((slug) => ({ slug: slug as RepoSlug, path: slug }));
    const world = new CoreWorld({ repos, workers: [workerSetting('both', ['demo', 'lib'])] });
    world.tick(
      snapshotOf({
        tasks: [
          taskOf({ id: 'one', workplan_id: null, project: 'demo' }),
          taskOf({ id: 'two', workplan_id: null, project: 'lib' }),
        ],
      }),
    );
    assert.deepEqual(states(world), ['offered', 'pending worker_busy']);
    assert.equal(reasonOf(world, 1), 'worker_busy: both');
  });

  it('of several workers the one idle longest gets it, those who never worked in the order of configuration', () => {
    const world = new CoreWorld({ workers: ['a', 'b', 'c'].map((id) => workerSetting(id, ['demo'])) });
    const served: string[] = [];
    for (const id of ['1', '2', '3', '4', '5']) {
      world.tick(tasks(id), 1000);
      const lease = world.leases().at(-1);
      assert.ok(lease?.state === 'offered');
      served.push(lease.worker);
      const { epoch } = world.ack(lease, lease.worker);
      world.ok(
        'lease.complete',
        { lease: lease.id, epoch, worker: lease.worker },
        { actor: worker(lease.worker) },
      );
    }
    assert.deepEqual(served, ['a', 'b', 'c', 'a', 'b']);
  });

  const looks = [
    ['worker_busy', 'it types'],
    ['state_unknown', 'no hook yet'],
    ['undeliverable', 'no window'],
    ['window_gone', 'reloading'],
    ['no_worker', 'closed'],
  ] as const;
  for (const [reason, detail] of looks) {
    it(`an endpoint that is ${reason} keeps the lease pending with that reason, and is no attempt`, () => {
      const world = new CoreWorld();
      const endpoints = new Map([['demo' as WorkerId, { ok: false, reason, detail } as const]]);
      world.tick(tasks('one'), 0, { endpoints });
      assert.equal(reasonOf(world, 0), `${reason}: ${detail}`);
      const mark = world.events.length;
      world.tick(tasks('one'), 15_000, { endpoints });
      assert.deepEqual(world.typesSince(mark), []);
      assert.equal(world.lease().attempt, 0);
    });
  }

  it('of several unable workers the most telling reason is shown', () => {
    const world = new CoreWorld({ workers: ['a', 'b'].map((id) => workerSetting(id, ['demo'])) });
    const endpoints = new Map([
      ['a' as WorkerId, { ok: false, reason: 'window_gone', detail: 'a' } as const],
      ['b' as WorkerId, { ok: false, reason: 'worker_busy', detail: 'b' } as const],
    ]);
    world.tick(tasks('one'), 0, { endpoints });
    assert.equal(reasonOf(world, 0), 'worker_busy: b');
  });

  it('a repo without any worker says so', () => {
    const world = new CoreWorld({ workers: [] });
    world.tick(tasks('one'));
    assert.equal(reasonOf(world, 0), 'no_worker: demo');
  });

  it('W6: a worker whose connection closed keeps its place for 60 s', () => {
    const world = new CoreWorld();
    const detachedAt = new Map([['demo' as WorkerId, 0]]);
    world.tick(tasks('one'), 59_999, { detachedAt });
    assert.equal(reasonOf(world, 0), 'window_gone: demo');
    world.tick(tasks('one'), 1, { detachedAt });
    assert.equal(reasonOf(world, 0), 'no_worker: demo');
  });
});

describe('C6: a poll worker is offered to only while its next waits', () => {
  const poll = { workers: [workerSetting('demo', ['demo'], 'poll')] };
  const waiter = (given: Partial<Waiter> = {}): Waiter => ({
    ...{ worker: 'demo' as WorkerId, session: 's', process: null, repo: null, taskId: null, ttlMs: null },
    ...{ request: null, actor: worker(), ended: [] },
    ...given,
  });

  it('without a waiting call the lease is pending no_worker, which is no attempt', () => {
    const world = new CoreWorld(poll);
    assert.deepEqual(world.tick(tasks('one')), { sends: [], handOuts: [] });
    assert.deepEqual(states(world), ['pending no_worker']);
    assert.equal(world.lease().attempt, 0);
  });

  it('a waiting call is answered with offer and ack in one, no send', () => {
    const world = new CoreWorld(poll);
    const waiters = [waiter({ ttlMs: 20_000 })];
    const { sends, handOuts } = world.tick(tasks('one', 'two'), 0, { waiters });
    assert.deepEqual(sends, []);
    assert.deepEqual(
      handOuts.map(({ waiter: served }) => served),
      waiters,
    );
    assert.equal(handOuts[0]?.answer.grant?.deadlineAt, world.now + 20_000);
    assert.deepEqual(states(world), ['acknowledged', 'pending scope_taken']);
  });

  it('a worker that registered itself is served by its waiting call, also from a process that was started anew', () => {
    const world = new CoreWorld({ workers: [] });
    world.ok('worker.register', { worker: 'guest', repo: 'demo', process: { pid: 1, startedAt: 1 } });
    world.ok('worker.register', { worker: 'guest', process: { pid: 2, startedAt: 2 } });
    assert.deepEqual(world.state.workers.get('guest' as WorkerId)?.process, { pid: 2, startedAt: 2 });
    const mark = world.events.length;
    world.ok('worker.register', { worker: 'guest', process: { pid: 2, startedAt: 2 } });
    world.ok('worker.register', { worker: 'guest' });
    assert.deepEqual(world.typesSince(mark), []);
    const { handOuts } = world.tick(tasks('one'), 0, { waiters: [waiter({ worker: 'guest' as WorkerId })] });
    assert.equal(handOuts.length, 1);
  });

  it('two calls of one worker that wait get one lease', () => {
    const repos = ['demo', 'lib'].map((slug) => ({ slug: slug as RepoSlug, path: slug }));
    const world = new CoreWorld({ repos, workers: [workerSetting('demo', ['demo', 'lib'], 'poll')] });
    const both = snapshotOf({
      tasks: ['demo', 'lib'].map((id) => taskOf({ id, workplan_id: null, project: id })),
    });
    const { handOuts } = world.tick(both, 0, { waiters: [waiter(), waiter({ session: 't' })] });
    assert.equal(handOuts.length, 1);
    assert.deepEqual(states(world), ['acknowledged', 'pending worker_busy']);
  });

  it('a call for one repo or one task is served with nothing else', () => {
    const world = new CoreWorld(poll);
    const waiters = [waiter({ taskId: 'hub/two' as never }), waiter({ repo: 'lib' as RepoSlug })];
    const { handOuts } = world.tick(tasks('one', 'two'), 0, { waiters });
    assert.deepEqual(
      handOuts.map(({ answer }) => answer.grant?.lease.taskId),
      ['hub/two'],
    );
  });
});

describe('C6: a person orders the queue', () => {
  const order = (world: CoreWorld): string[] =>
    [...world.state.live.values()].sort((a, b) => a.rank - b.rank).map(({ taskId }) => taskId);

  function queue(): CoreWorld {
    const world = new CoreWorld();
    world.tick(tasks('a', 'b', 'c', 'd'), 0, noEndpoints);
    return world;
  }

  it('before the first, between two, to the end', () => {
    const world = queue();
    world.ok('task.reorder', { task: 'hub/c', before: 'hub/a' }, byPat);
    assert.deepEqual(order(world), ['hub/c', 'hub/a', 'hub/b', 'hub/d']);
    world.ok('task.reorder', { task: 'hub/d', before: 'hub/b' }, byPat);
    assert.deepEqual(order(world), ['hub/c', 'hub/a', 'hub/d', 'hub/b']);
    world.ok('task.reorder', { task: 'hub/c', before: null }, byPat);
    assert.deepEqual(order(world), ['hub/a', 'hub/d', 'hub/b', 'hub/c']);
    world.tick(tasks('a', 'b', 'c', 'd'));
    assert.deepEqual(states(world), [
      'offered',
      'pending scope_taken',
      'pending scope_taken',
      'pending scope_taken',
    ]);
  });

  const refusals: [string, { task: string; before: string | null }, string][] = [
    ['an unknown task', { task: 'hub/x', before: null }, 'not_found'],
    ['before an unknown task', { task: 'hub/a', before: 'hub/x' }, 'not_found'],
    ['before itself', { task: 'hub/a', before: 'hub/a' }, 'invalid_params'],
  ];
  for (const [what, params, kind] of refusals) {
    it(`${what} is refused`, () => assert.equal(queue().refused('task.reorder', params, byPat).kind, kind));
  }

  it('only queued leases move', () => {
    const world = queue();
    world.tick(tasks('a', 'b', 'c', 'd'));
    assert.equal(world.refused('task.reorder', { task: 'hub/a', before: null }, byPat).kind, 'invalid_state');
    world.ok('task.cancel', { task: 'hub/b' }, byPat);
    const refused = world.refused('task.reorder', { task: 'hub/c', before: 'hub/b' }, byPat);
    assert.deepEqual([refused.kind, refused.facts['state']], ['invalid_state', null]);
  });

  it('moves between the same two neighbours never run out of room', () => {
    const world = queue();
    for (let count = 0; count < 120; count += 1) {
      const task = count % 2 === 0 ? 'hub/c' : 'hub/b';
      world.ok('task.reorder', { task, before: 'hub/d' }, byPat);
      const others = task === 'hub/c' ? ['hub/a', 'hub/b'] : ['hub/a', 'hub/c'];
      assert.deepEqual(order(world), [...others, task, 'hub/d']);
    }
  });
});

describe('C6: a person pauses, resumes and takes a scope', () => {
  it('nothing is dispatched or sent again into a paused one, and the reason is shown', () => {
    const world = new CoreWorld();
    world.ok('scope.pause', { repo: 'demo' }, byPat);
    world.tick(tasks('one'));
    assert.deepEqual(states(world), ['pending paused']);
    world.ok('scope.resume', { repo: 'demo' }, byPat);
    world.tick(tasks('one'));
    assert.deepEqual(states(world), ['offered']);
    world.ok('scope.pause', { repo: 'demo' }, byPat);
    world.tick(tasks('one'), 30_000);
    assert.deepEqual(world.tick(tasks('one'), 5_000).sends, []);
    assert.deepEqual(states(world), ['backoff unanswered']);
  });

  it('pausing twice or resuming what runs changes nothing', () => {
    const world = new CoreWorld();
    world.ok('scope.resume', { repo: 'demo' }, byPat);
    assert.equal(world.events.length, 0);
    world.ok('scope.pause', { repo: 'demo' }, byPat);
    world.ok('scope.pause', { repo: 'demo' }, byPat);
    assert.deepEqual(world.typesSince(0), ['ScopePaused']);
  });

  it('a person who took it is its holder until it is given back', () => {
    const world = new CoreWorld();
    world.ok('scope.take', { repo: 'demo' }, byPat);
    world.ok('scope.take', { repo: 'demo' }, byPat);
    world.tick(tasks('one'));
    assert.equal(reasonOf(world, 0), 'taken_by_person: pat');
    assert.deepEqual(world.refused('scope.take', { repo: 'demo' }, bySam).facts['taken_by'], 'pat');
    assert.equal(world.refused('lease.ack', { lease: world.lease().id }, bySam).kind, 'conflict');
    world.ok('scope.release', { repo: 'demo' }, bySam);
    world.tick(tasks('one'));
    assert.deepEqual(states(world), ['offered']);
  });

  it('a scope with an active lease is not taken, one that nobody took is not given back, an unknown one neither', () => {
    const world = new CoreWorld();
    world.tick(tasks('one'));
    assert.equal(world.refused('scope.take', { repo: 'demo' }, byPat).kind, 'conflict');
    assert.equal(world.refused('scope.release', { repo: 'demo' }, byPat).kind, 'invalid_state');
    for (const type of ['scope.pause', 'scope.resume', 'scope.take', 'scope.release'] as const) {
      assert.equal(world.refused(type, { repo: 'x' }, byPat).kind, 'not_found');
    }
  });

  it('a backed-off lease waits while a person has the scope', () => {
    const world = new CoreWorld();
    world.tick(tasks('one'));
    world.tick(tasks('one'), 30_000);
    assert.equal(world.refused('scope.take', { repo: 'demo' }, byPat).kind, 'conflict');
  });
});

describe('C6: the order among workers that may have it', () => {
  it('a message to a worker is for it alone, however long others idle', () => {
    const world = new CoreWorld({ workers: ['a', 'b'].map((id) => workerSetting(id, ['demo'])) });
    const endpoints = new Map([['a' as WorkerId, { ok: true, endpointId: 'a' } as const]]);
    world.tick(snapshotOf({ tasks: [], messages: [messageOf({ to_agent: 'b' })] }), 0, { endpoints });
    assert.deepEqual(states(world), ['pending no_worker']);
  });

  it("C17: the parent's holder comes first, also before one that idles longer", () => {
    const world = new CoreWorld({ workers: ['a', 'b'].map((id) => workerSetting(id, ['demo'])) });
    world.tick(tasks('one'));
    const { epoch, lease } = world.ack(world.lease(), 'a');
    const call = { lease: lease.id, epoch, worker: 'a', checkpoint: {} };
    world.ok('lease.checkpoint', call, { actor: worker('a') });
    world.tick(tasks('one'), 60_000);
    const child = world.lease(1);
    assert.equal(child.state === 'offered' && child.worker, 'a');
  });
});

describe('C7: a scope drains until its revoked holder can do no harm', () => {
  function revoked(process: { pid: number; startedAt: number } | null = null) {
    const world = new CoreWorld();
    world.tick(tasks('one', 'two'));
    const call = { lease: world.lease().id, worker: 'demo', ...(process === null ? {} : { process }) };
    const { epoch } = world.ok('lease.ack', call, { actor: worker() });
    world.ok('lease.stop', { lease: world.lease().id }, byPat);
    world.tick(tasks('one', 'two'));
    return { world, call: { ...call, epoch } };
  }

  it('nothing is offered meanwhile, and the reason is shown', () => {
    const { world } = revoked();
    assert.equal(reasonOf(world, 1), 'draining: demo');
  });

  it('it ends when the holder has been told once', () => {
    const { world, call } = revoked();
    assert.equal(world.refused('lease.renew', call, { actor: worker() }).kind, 'conflict');
    world.tick(tasks('one', 'two'));
    assert.deepEqual(states(world), ['stopped operator', 'offered']);
  });

  it('a stranger who is refused tells nobody', () => {
    const { world, call } = revoked();
    world.refused('lease.renew', { ...call, epoch: '9.x' }, { actor: worker() });
    world.tick(tasks('one', 'two'));
    assert.equal(reasonOf(world, 1), 'draining: demo');
  });

  it('it ends when the process of the holder has ended', () => {
    const { world } = revoked({ pid: 7, startedAt: 7 });
    world.tick(tasks('one', 'two'), 3_600_000);
    assert.equal(reasonOf(world, 1), 'draining: demo');
    world.tick(tasks('one', 'two'), 0, { endedHolders: new Set([world.lease().id]) });
    assert.deepEqual(states(world), ['stopped operator', 'offered']);
  });

  it('it ends at the deadline of a holder without a known process', () => {
    const { world } = revoked();
    world.tick(tasks('one', 'two'), 599_999);
    assert.equal(reasonOf(world, 1), 'draining: demo');
    world.tick(tasks('one', 'two'), 1);
    assert.deepEqual(states(world), ['stopped operator', 'offered']);
  });

  it('an operator may end it', () => {
    const { world } = revoked();
    world.ok('scope.resume', { repo: 'demo' }, byPat);
    world.tick(tasks('one', 'two'));
    assert.deepEqual(states(world), ['stopped operator', 'offered']);
  });

  it('the end by the holder itself, or of a holder that is absent, drains nothing', () => {
    const world = new CoreWorld();
    world.tick(tasks('one', 'two'));
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.complete', { lease: lease.id, epoch }, { actor: worker() });
    world.tick(tasks('one', 'two'));
    assert.deepEqual(states(world), ['completed', 'offered']);
    world.ack(world.lease(1));
    world.tick(tasks('one', 'two'), 600_000, { cleanRepos: new Set(['demo' as RepoSlug]) });
    assert.deepEqual(states(world), ['completed', 'stopped holder_lost', 'offered']);
  });
});
