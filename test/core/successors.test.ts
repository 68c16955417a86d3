import assert from 'node:assert/strict';
import { held, heldNow, leaseNow, nextOf, offered, standing, terminal } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { settingsWith, workerSetting } from '../kit/settings.ts';
import { planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const person = { actor: operator() };
const minute = 60_000;
const snapshot = snapshotOf();
const clean = { cleanRepos: new Set(settingsWith().repos.map(({ slug }) => slug)) };
const poll = { workers: [workerSetting('demo', ['demo'], 'poll')] };

/** The holder falls silent and is lost; answers what its lease was. */
function lose(world: CoreWorld, call: { lease: string }, facts = clean): void {
  world.now = heldNow(world, call).deadlineAt;
  world.tick(snapshot, 0, facts);
}

describe('C14: successors', () => {
  it('C14: a lost holder leaves a successor of the same trigger, in the same commit, that goes on by its history', () => {
    const world = new CoreWorld();
    const call = held(world);
    const before = leaseNow(world, call);
    const mark = world.events.length;
    lose(world, call);
    const types = world.typesSince(mark);
    assert.deepEqual(types.slice(0, 3), ['LeaseStopped', 'LeaseCreated', 'LeaseQueued']);
    const successor = nextOf(world, call);
    assert.deepEqual(
      [successor.source, successor.sourceId, successor.triggerId, successor.parent, successor.rank],
      ['retry', before.triggerId, before.triggerId, before.id, before.rank],
    );
    assert.ok(successor.prompt.includes(`signalbox history --lease ${before.id}`));
    assert.notEqual(successor.messageId, before.messageId);
  });

  it('C14: released and retryable failed make a successor at the old place, failed for good makes none', () => {
    const tasks = [taskOf({ id: 'task' }), taskOf({ id: 'later' })];
    const world = new CoreWorld(poll);
    world.tick(snapshotOf({ tasks }));
    const take = () => {
      const { grant } = world.ok('lease.next', { task: 'hub/task' }, by);
      assert.ok(grant);
      return { lease: grant.lease.id, epoch: grant.epoch };
    };
    assert.equal(world.ok('lease.release', take(), by).successor?.source, 'retry');
    world.ok('lease.fail', { ...take(), reason: 'no compiler', retryable: true }, by);
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.taskId, 'hub/later');
    const { successor } = world.ok(
      'lease.fail',
      {
        lease: world.lease(1).id,
        epoch: heldNow(world, { lease: world.lease(1).id }).epoch,
        reason: 'no way',
      },
      by,
    );
    assert.equal(successor, null);
  });

  it('C14: a trigger has at most maxAttempts lost or failed leases, and the last makes no successor', () => {
    const world = new CoreWorld({ maxAttempts: 2, dirtyTree: 'continue' });
    lose(world, held(world));
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch, reason: 'stuck', retryable: true };
    assert.equal(world.ok('lease.fail', call, by).successor, null);
    assert.deepEqual(
      world.leases().map((lease) => standing(lease)),
      [
        ['stopped', 'holder_lost'],
        ['stopped', 'failed'],
      ],
    );
    world.tick(snapshot, minute);
    assert.equal(world.leases().length, 2);
  });

  it('C14: released leases are not counted', () => {
    const world = new CoreWorld({ ...poll, maxAttempts: 1 });
    world.tick(snapshot);
    for (let round = 0; round < 3; round += 1) {
      const { grant } = world.ok('lease.next', { task: 'hub/task' }, by);
      assert.ok(grant);
      assert.ok(world.ok('lease.release', { lease: grant.lease.id, epoch: grant.epoch }, by).successor);
    }
  });

  it('C14: whoever released a lease is not offered it again, others are', () => {
    const workers = [workerSetting('demo', ['demo']), workerSetting('other', ['demo'])];
    const world = new CoreWorld({ workers });
    const call = held(world);
    world.ok('lease.release', call, by);
    world.tick(snapshot, minute);
    const successor = nextOf(world, call);
    assert.deepEqual(
      [successor.state, 'worker' in successor ? successor.worker : null],
      ['offered', 'other'],
    );
  });

  it('C14: the worker that released gets the lease when it asks for it, also by a call that waits', () => {
    const world = new CoreWorld(poll);
    world.tick(snapshot);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    world.ok('lease.release', { lease: grant.lease.id, epoch: grant.epoch }, by);
    world.tick(snapshot, minute);
    assert.equal(world.ok('lease.next', {}, by).grant, null);
    const waiter = { ...by, worker: 'demo', session: null, process: null, repo: null, taskId: null };
    const waiting = (taskId: string | null) => ({
      waiters: [{ ...waiter, taskId, ttlMs: null, request: null, ended: [] }] as never,
    });
    assert.deepEqual(world.tick(snapshot, 1000, waiting(null)).handOuts, []);
    assert.equal(world.tick(snapshot, 1000, waiting('hub/task')).handOuts.length, 1);
  });

  it('C14: an operator may send a released lease to the worker that released it', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('lease.release', call, by);
    world.tick(snapshot, minute);
    assert.deepEqual(standing(nextOf(world, call)), ['pending', 'no_worker']);
    const sent = world.ok('lease.send', { lease: nextOf(world, call).id }, person);
    assert.equal(sent.lease.state, 'offered');
  });

  it('C14: rearm gives a successor that nobody was offered back to the old holder, under a new epoch', () => {
    const world = new CoreWorld(poll);
    world.tick(snapshot);
    const { grant } = world.ok('lease.next', { session: 's1' }, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch };
    lose(world, call, { cleanRepos: new Set() });
    assert.deepEqual(standing(nextOf(world, call)), ['pending', 'dirty_tree']);
    const again = world.ok('lease.rearm', { ...call, session: 's9' }, by);
    assert.deepEqual([again.lease.id, again.epoch], [nextOf(world, call).id, '2.secret']);
    assert.equal(heldNow(world, { lease: again.lease.id }).session, 's1');
    assert.equal(world.refused('lease.rearm', call, by).kind, 'conflict');
  });

  it('C14: rearm is refused once the successor was offered, was never made, or its scope is not free', () => {
    const world = new CoreWorld({ dirtyTree: 'continue' });
    const call = held(world);
    assert.equal(world.refused('lease.rearm', call, by).kind, 'invalid_state');
    lose(world, call);
    assert.equal(nextOf(world, call).state, 'offered');
    assert.equal(world.refused('lease.rearm', call, by).kind, 'conflict');
    assert.equal(world.refused('lease.rearm', { lease: nextOf(world, call).id }, by).kind, 'invalid_state');

    const stopped = new CoreWorld();
    const other = held(stopped);
    stopped.ok('lease.stop', { lease: other.lease }, person);
    assert.equal(stopped.refused('lease.rearm', other, by).kind, 'conflict');
    assert.equal(stopped.refused('lease.rearm', { lease: 'none' }, by).kind, 'not_found');

    const paused = new CoreWorld();
    const third = held(paused);
    paused.ok('lease.release', third, by);
    paused.ok('scope.pause', { repo: 'demo' }, person);
    assert.equal(paused.refused('lease.rearm', { ...third, epoch: '0.stale' }, by).kind, 'conflict');
    assert.equal(paused.refused('lease.rearm', third, by).facts['reason'], 'paused');
  });

  it('C14: rearm is refused busy while the worker holds another lease', () => {
    const world = new CoreWorld({
      repos: [...settingsWith().repos, { slug: 'side' as never, path: 'side' }],
      workers: [workerSetting('demo', ['demo', 'side'], 'poll')],
    });
    const repos = [
      { id: 'repo', slug: 'demo' },
      { id: 'side', slug: 'side' },
    ];
    const plans = [planOf(), planOf({ id: 'side', repo_id: 'side' })];
    const tasks = [taskOf(), taskOf({ id: 'other', workplan_id: 'side' })];
    world.tick(snapshotOf({ repos, plans, tasks }));
    const { grant } = world.ok('lease.next', { worker: 'demo', repo: 'demo' }, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch };
    world.ok('lease.release', call, by);
    assert.ok(world.ok('lease.next', { worker: 'demo', repo: 'side' }, by).grant);
    const refusal = world.refused('lease.rearm', call, by);
    assert.deepEqual([refusal.kind, refusal.facts['holds']], ['busy', world.lease(1).id]);
  });

  it('C14, C15: rearm is refused under a gate, one that came with the settings included', () => {
    const world = new CoreWorld({ ...poll, allow: ['network'] });
    world.tick(snapshotOf({ tasks: [taskOf({ action_classes: ['network'] })] }));
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch };
    world.ok('lease.release', call, by);
    world.settings = { ...world.settings, allow: [] };
    assert.equal(world.refused('lease.rearm', call, by).kind, 'gated');
  });

  it('C14: uncommitted changes of a lost holder hold its successor until a person says continue', () => {
    const world = new CoreWorld(poll);
    world.tick(snapshot);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id };
    lose(world, call, { cleanRepos: new Set() });
    world.tick(snapshot, minute);
    const successor = nextOf(world, call);
    assert.deepEqual(standing(successor), ['pending', 'dirty_tree']);
    assert.equal(world.ok('lease.next', { task: 'hub/task' }, by).held[0]?.reason, 'dirty_tree');
    assert.equal(world.refused('lease.send', { lease: successor.id }, person).facts['reason'], 'dirty_tree');
    const continued = world.ok('lease.continue', { lease: successor.id }, person).lease;
    assert.ok(continued.state === 'pending' && continued.reason === 'no_worker');
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.id, successor.id);
    assert.equal(world.refused('lease.continue', { lease: successor.id }, person).kind, 'invalid_state');
  });

  it('C14: a person may stop a dirty successor, and a clean tree or dirtyTree continue asks nobody', () => {
    const world = new CoreWorld();
    const call = held(world);
    lose(world, call, { cleanRepos: new Set() });
    world.ok('lease.stop', { lease: nextOf(world, call).id, note: 'I look at it' }, person);
    assert.deepEqual(standing(nextOf(world, call)), ['stopped', 'operator']);
    const going = new CoreWorld({ dirtyTree: 'continue' });
    const other = held(going);
    lose(going, other, { cleanRepos: new Set() });
    assert.equal(nextOf(going, other).state, 'offered');
  });

  it('C14: released and failed ask nobody about the tree: their holders ended them', () => {
    const world = new CoreWorld(poll);
    world.tick(snapshot);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch, reason: 'stuck', retryable: true };
    assert.deepEqual(standing(world.ok('lease.fail', call, by).successor ?? grant.lease), [
      'pending',
      'no_worker',
    ]);
  });

  it('C14: reason and retryable of a failure are checked before anything else', () => {
    const world = new CoreWorld();
    const call = held(world);
    for (const wrong of [
      { reason: '' },
      { reason: 5 },
      { reason: 'x'.repeat(8193) },
      { reason: 'x', retryable: 1 },
    ]) {
      assert.equal(world.refused('lease.fail', { ...call, ...wrong }, by).kind, 'invalid_params');
    }
    assert.equal(leaseNow(world, call).state, 'acknowledged');
  });

  it('C14, C7: the successor of a revoked holder waits until that holder was told', () => {
    const world = new CoreWorld({ dirtyTree: 'continue' });
    const { id } = offered(world);
    const grant = world.ok('lease.ack', { lease: id, process: terminal }, by);
    const call = { lease: id, epoch: grant.epoch };
    world.tick(snapshot, 60 * minute);
    assert.deepEqual(standing(nextOf(world, call)), ['pending', 'draining']);
    assert.equal(world.refused('lease.renew', call, by).kind, 'conflict');
    world.tick(snapshot, 1000);
    assert.equal(nextOf(world, call).state, 'offered');
  });
});
