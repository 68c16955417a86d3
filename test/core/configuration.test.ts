import assert from 'node:assert/strict';
import { held, leaseNow, standing } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const pat = { actor: operator() };
const snapshot = snapshotOf();

describe('C21, C22: the configuration in force', () => {
  it('C21: without a valid configuration nothing is dispatched, and the row says why', () => {
    const world = new CoreWorld({ canDispatch: false });
    assert.deepEqual(world.tick(snapshot).sends, []);
    assert.deepEqual(standing(world.lease()), ['pending', 'paused']);
    const { grant, held: kept } = world.ok('lease.next', {}, by);
    assert.deepEqual([grant, kept[0]?.detail], [null, 'no valid configuration']);
    assert.equal(world.refused('lease.send', { lease: world.lease().id }, pat).kind, 'conflict');
    world.settings = { ...world.settings, canDispatch: true };
    assert.equal(world.tick(snapshot, 1000).sends.length, 1);
  });

  it('C21: without a valid configuration nothing is sent again, and a waiting next gets nothing', () => {
    const world = new CoreWorld();
    world.tick(snapshot);
    world.tick(snapshot, 30_000);
    world.settings = { ...world.settings, canDispatch: false };
    assert.deepEqual(world.tick(snapshot, 60_000).sends, []);
    assert.equal(world.lease().state, 'backoff');
    assert.equal(world.ok('lease.next', {}, by).grant, null);
  });

  it('C21: work under way goes on without a valid configuration', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.settings = { ...world.settings, canDispatch: false };
    world.tick(snapshot, 1000);
    assert.ok(world.run('lease.complete', call, by).result.ok);
    assert.equal(leaseNow(world, call).state, 'completed');
  });

  it("C21: each repo's worker is named by its slug: a call that names neither is the only repo's", () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    world.tick(snapshot);
    const { grant } = world.ok('lease.next', {}, by);
    assert.deepEqual(grant?.lease.state === 'acknowledged' ? grant.lease.holder : null, {
      kind: 'worker',
      worker: 'demo',
      session: null,
      process: null,
    });
  });

  it('C21: an unknown worker registers itself at its first next, as poll, for its repo', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'wait' })] }));
    world.ok('lease.next', { worker: 'extra', repo: 'demo' }, by);
    assert.deepEqual(world.state.workers.get('extra' as never)?.registeredRepos, ['demo']);
    assert.deepEqual(world.ok('worker.register', { worker: 'extra' }, by).repos, ['demo']);
  });

  it("C22: a confirmation is a person's, and an event", () => {
    const world = new CoreWorld();
    assert.equal(world.refused('config.confirm', { digest: 'abc' }, by).kind, 'forbidden');
    assert.deepEqual(world.typesSince(0), []);
    assert.deepEqual(world.ok('config.confirm', { digest: 'abc' }, pat), { digest: 'abc' });
    const [event] = world.events;
    assert.deepEqual(
      [event?.type, event?.actor, event?.data],
      ['ConfigurationConfirmed', pat.actor, { digest: 'abc' }],
    );
  });
});
