import assert from 'node:assert/strict';
import type { RepoSlug, WorkerId } from '../../src/core/model/ids.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const repos = ['demo', 'lib'].map((slug) => ({ slug: slug as RepoSlug, path: slug }));
const by = { actor: worker('guest') };

describe('C21: an unknown worker registers itself', () => {
  it('at its first register or next, for the given repo', () => {
    const world = new CoreWorld({ repos, workers: [] });
    assert.deepEqual(world.ok('worker.register', { worker: 'guest', repo: 'lib' }, by), {
      worker: 'guest',
      repos: ['lib'],
    });
    world.ok('lease.next', { worker: 'second', repo: 'demo' }, by);
    assert.deepEqual(
      [...world.state.workers.values()].map(({ id, registeredRepos }) => [id, registeredRepos]),
      [
        ['guest', ['lib']],
        ['second', ['demo']],
      ],
    );
  });

  it('for the only repo without naming it, under the name of that repo without naming itself', () => {
    const world = new CoreWorld({ workers: [] });
    world.ok('lease.next', {}, by);
    assert.deepEqual(world.state.workers.get('demo' as WorkerId)?.registeredRepos, ['demo']);
  });

  it('another repo is added; the same again changes nothing', () => {
    const world = new CoreWorld({ repos, workers: [] });
    world.ok('worker.register', { worker: 'guest', repo: 'lib' }, by);
    assert.deepEqual(world.ok('worker.register', { worker: 'guest', repo: 'demo' }, by).repos, [
      'lib',
      'demo',
    ]);
    const mark = world.events.length;
    assert.deepEqual(world.ok('worker.register', { worker: 'guest', repo: 'lib' }, by).repos, [
      'lib',
      'demo',
    ]);
    assert.deepEqual(world.ok('worker.register', { worker: 'guest' }, by).repos, ['lib', 'demo']);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('a process that becomes known later is kept', () => {
    const world = new CoreWorld({ workers: [] });
    const process = { pid: 1, startedAt: 1 };
    world.ok('worker.register', { worker: 'guest' }, by);
    world.ok('worker.register', { worker: 'guest', process }, by);
    assert.deepEqual(world.state.workers.get('guest' as WorkerId)?.process, process);
    assert.deepEqual(world.typesSince(0), ['WorkerRegistered', 'WorkerRegistered']);
  });

  it('a configured worker is what the configuration says', () => {
    const world = new CoreWorld({ repos, workers: [workerSetting('demo', ['lib'])] });
    assert.deepEqual(world.ok('worker.register', { worker: 'demo', repo: 'demo' }, by).repos, ['lib']);
    assert.equal(world.events.length, 0);
  });

  const wrong: [string, { worker?: string; repo?: string }][] = [
    ['a repo that is not configured', { worker: 'guest', repo: 'x' }],
    ['no worker and no repo, of several', {}],
    ['a new worker without a repo, of several', { worker: 'guest' }],
    ['a name that is none', { worker: '../x', repo: 'lib' }],
    ['a name that is too long', { worker: 'x'.repeat(65), repo: 'lib' }],
  ];
  for (const [what, params] of wrong) {
    it(`${what} is refused`, () => {
      const world = new CoreWorld({ repos, workers: [] });
      assert.equal(world.refused('lease.next', params, by).kind, 'invalid_params');
      const named = { worker: '', ...params };
      assert.equal(world.refused('worker.register', named, by).kind, 'invalid_params');
      assert.equal(world.events.length, 0);
    });
  }
});

describe('C22: what an operator confirms is in the history', () => {
  it('the digest is kept as an event; what is in force lives outside', () => {
    const world = new CoreWorld();
    assert.deepEqual(world.ok('config.confirm', { digest: 'd' }, { actor: operator() }), { digest: 'd' });
    assert.deepEqual(world.typesSince(0), ['ConfigurationConfirmed']);
    assert.equal(world.refused('config.confirm', { digest: 'd' }, by).kind, 'forbidden');
  });
});

describe('C14: rearm without a successor', () => {
  it('is refused as any call on the ended lease', () => {
    const world = new CoreWorld({ maxAttempts: 1 });
    world.tick(snapshotOf());
    const { epoch, lease } = world.ack(world.lease());
    const call = { lease: lease.id, epoch };
    world.ok('lease.fail', { ...call, reason: 'flaky', retryable: true }, { actor: worker() });
    assert.equal(world.refused('lease.rearm', call, { actor: worker() }).kind, 'invalid_state');
  });
});

describe('C14, C15: a gate and the successor', () => {
  it('rearm is refused gated under a gate that no tick has seen yet', () => {
    const world = new CoreWorld({ allow: ['network'] });
    world.ok('task.add', { title: 'Fix parser', action_classes: ['network'] }, { actor: operator() });
    world.tick(snapshotOf({ tasks: [] }));
    const { epoch, lease } = world.ack(world.lease());
    world.ok('lease.release', { lease: lease.id, epoch }, { actor: worker() });
    world.settings = { ...world.settings, allow: [] };
    const refused = world.refused('lease.rearm', { lease: lease.id, epoch }, { actor: worker() });
    assert.deepEqual([refused.kind, refused.facts['gate']], ['gated', 'action_class']);
  });
});
