import assert from 'node:assert/strict';
import { callOf, held, heldNow, leaseNow, offered, otherTerminal, terminal } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const two = snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] });

describe('C12: acknowledgement and next', () => {
  it('C12: an ack mints the epoch, a counter of the register and a secret', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const grant = world.ok('lease.ack', { lease: id }, by);
    assert.equal(grant.epoch, '1.secret');
    assert.equal(grant.deadlineAt, world.settings.leaseTtlMs);
    assert.equal(heldNow(world, { lease: id }).epoch, grant.epoch);
  });

  it('C12: epochs only grow, over all leases of the register', () => {
    const world = new CoreWorld();
    const first = held(world);
    world.ok('lease.release', first, by);
    world.now += 1000;
    const second = world.ok('lease.next', { task: 'hub/task' }, by).grant;
    assert.equal(second?.epoch, '2.secret');
    world.ok('lease.stop', { lease: second.lease.id }, { actor: operator() });
    world.ok('scope.resume', { repo: 'demo' }, { actor: operator() });
    world.ok('task.reopen', { task: 'hub/task' }, { actor: operator() });
    assert.equal(callOf(world.ack(offered(world))).epoch, '3.secret');
  });

  it('C12: a repeat by the holder gives the same answer', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const caller = { lease: id, session: 's1', process: terminal };
    const first = world.ok('lease.ack', caller, by);
    world.now += 1000;
    const again = { ...caller, process: otherTerminal };
    const mark = world.events.length;
    assert.deepEqual(world.ok('lease.ack', again, by), first);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('C12: without a session the process is the holder', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const first = world.ok('lease.ack', { lease: id, process: terminal }, by);
    assert.deepEqual(world.ok('lease.ack', { lease: id, process: terminal }, by), first);
    const refusal = world.refused('lease.ack', { lease: id, process: otherTerminal }, by);
    assert.equal(refusal.kind, 'busy');
    assert.match(refusal.message, /process 100/);
    assert.match(refusal.next, /--worker NAME/);
  });

  it('C12: a process whose number is used again is another one', () => {
    const world = new CoreWorld();
    const { lease } = held(world, { process: terminal });
    const reused = { lease, process: { ...terminal, startedAt: 99 } };
    assert.equal(world.refused('lease.ack', reused, by).kind, 'busy');
  });

  it('C12: another session of the same worker is refused busy while the holder is present, by ack and by next', () => {
    const world = new CoreWorld();
    const { lease } = held(world, { session: 's1' });
    const refusal = world.refused('lease.ack', { lease, session: 's2' }, by);
    assert.equal(refusal.kind, 'busy');
    assert.match(refusal.message, /another session/);
    assert.equal(world.refused('lease.next', { session: 's2' }, by).kind, 'busy');
    assert.equal(world.refused('lease.next', {}, by).kind, 'busy');
  });

  it('C12: another session gets the lease under a new epoch when the holder is absent, and the old epoch is stale', () => {
    const world = new CoreWorld();
    const first = held(world, { session: 's1', process: terminal });
    const facts = { endedHolders: new Set([first.lease]) };
    const { grant } = world.ok('lease.next', { session: 's2' }, { ...by, facts });
    assert.equal(grant?.lease.id, first.lease);
    assert.equal(grant.epoch, '2.secret');
    assert.equal(world.refused('lease.renew', first, by).kind, 'conflict');
    assert.ok(world.run('lease.renew', callOf(grant), by).result.ok);
  });

  it('C12: an ack from another session takes over from a holder without a process past its deadline', () => {
    const world = new CoreWorld();
    const { lease } = held(world, { session: 's1' });
    world.now = world.settings.leaseTtlMs;
    const grant = world.ok('lease.ack', { lease, session: 's2', ttl_ms: 20_000 }, by);
    assert.equal(grant.epoch, '2.secret');
    assert.equal(grant.deadlineAt, world.now + 20_000);
  });

  it('C12, W1: a repeat that names another repo is forbidden, one with a stale epoch a conflict', () => {
    const world = new CoreWorld();
    const call = held(world);
    assert.equal(world.refused('lease.ack', { ...call, repo: 'other' }, by).kind, 'forbidden');
    assert.equal(world.refused('lease.ack', { ...call, epoch: '0.stale' }, by).kind, 'conflict');
    assert.ok(world.run('lease.ack', { ...call, repo: 'demo' }, by).result.ok);
  });

  it('C12: next is offer and ack in one commit, without a send or an attempt', () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    world.tick(two);
    const mark = world.events.length;
    const { grant } = world.ok('lease.next', { ttl_ms: 60_000 }, by);
    assert.equal(grant?.lease.taskId, 'hub/one');
    assert.equal(grant.lease.attempt, 0);
    assert.equal(grant.deadlineAt, 60_000);
    assert.deepEqual(world.typesSince(mark), ['RevisionConsumed', 'LeaseAcknowledged']);
  });

  it('C12: a holder gets its lease again, never a second', () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo', 'other'], 'poll')] });
    world.tick(two);
    const first = world.ok('lease.next', {}, by);
    const mark = world.events.length;
    assert.deepEqual(world.ok('lease.next', {}, by), first);
    assert.deepEqual(world.ok('lease.next', { task: 'hub/two' }, by), first);
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('C12: next takes the own offer first, also one that has run out or waits in backoff', () => {
    for (const afterMs of [0, 30_000]) {
      const world = new CoreWorld();
      const { id } = offered(world, two);
      world.now += afterMs;
      assert.equal(world.ok('lease.next', {}, by).grant?.lease.id, leaseNow(world, { lease: id }).id);
    }
    const world = new CoreWorld();
    world.tick(two);
    world.tick(two, 30_000);
    assert.equal(world.lease().state, 'backoff');
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.id, world.lease().id);
  });

  it('C12: next takes the own unanswered lease before all others', () => {
    const world = new CoreWorld({ maxAttempts: 1 });
    world.tick(two);
    world.ok('task.reorder', { task: 'hub/two', before: null }, { actor: operator() });
    world.tick(two, 30_000);
    const [first, second] = world.leases().map((lease) => ('reason' in lease ? lease.reason : null));
    assert.deepEqual([first, second], ['no_answer', 'no_answer']);
    world.ok('task.reorder', { task: 'hub/one', before: null }, { actor: operator() });
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.taskId, 'hub/one');
  });

  it('C12: without a lease next tells what keeps each one back', () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    world.ok('scope.pause', { repo: 'demo' }, { actor: operator() });
    world.tick(two);
    assert.deepEqual(world.ok('lease.next', { repo: 'demo', task: 'hub/two' }, by), {
      grant: null,
      held: [{ leaseId: world.lease(1).id, reason: 'paused', detail: '' }],
      ended: [],
    });
  });

  it('C12: an ack of a lease that is not offered is refused invalid_state', () => {
    const world = new CoreWorld();
    world.tick(two);
    assert.equal(world.refused('lease.ack', { lease: world.lease(1).id }, by).kind, 'invalid_state');
  });

  it('C12: ttl_ms is a whole number from 10,000 to 3,600,000', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    for (const ttl_ms of [9999, 3_600_001, 20_000.5, '20000', true, Number.NaN]) {
      assert.equal(world.refused('lease.ack', { lease: id, ttl_ms }, by).kind, 'invalid_params');
      assert.equal(world.refused('lease.next', { ttl_ms }, by).kind, 'invalid_params');
    }
    assert.equal(world.ok('lease.ack', { lease: id, ttl_ms: null }, by).deadlineAt, 600_000);
  });

  it('C12, C7: next tells a revoked holder once that its lease has ended, and gives it the next one', () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    world.tick(two);
    const { grant } = world.ok('lease.next', { session: 's1' }, by);
    assert.ok(grant);
    const first = grant.lease.id;
    world.ok('lease.stop', { lease: first }, { actor: operator() });
    assert.deepEqual(world.ok('lease.next', { session: 's2' }, by).ended, []);
    const told = world.ok('lease.next', { session: 's1' }, by);
    assert.deepEqual(told.ended, [{ leaseId: first, state: 'stopped', reason: 'operator' }]);
    assert.equal(told.grant?.lease.taskId, 'hub/two');
    assert.deepEqual(world.ok('lease.next', { session: 's1' }, by).ended, []);
  });

  it('C12, C7: a lease that an operator completed is told to its holder without a reason', () => {
    const world = new CoreWorld();
    const call = held(world, { session: 's1' });
    world.ok('lease.complete', { lease: call.lease }, { actor: operator() });
    const { ended } = world.ok('lease.next', { session: 's1' }, by);
    assert.deepEqual(ended, [{ leaseId: call.lease, state: 'completed', reason: null }]);
  });
});
