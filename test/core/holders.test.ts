import assert from 'node:assert/strict';
import { held, heldNow, leaseNow, otherTerminal, standing, terminal } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const minute = 60_000;
const snapshot = snapshotOf();
const ask = { text: 'Which design?' };

describe('C13: silence', () => {
  it('C13: a holder without a process is lost at its deadline, and not before', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.tick(snapshot, 10 * minute - 1);
    assert.equal(leaseNow(world, call).state, 'acknowledged');
    world.tick(snapshot, 1);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C13: a present holder past its deadline is shown quiet, once, and lost after maxSilence', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    world.tick(snapshot, 10 * minute);
    assert.equal(heldNow(world, call).isQuiet, true);
    const mark = world.events.length;
    world.tick(snapshot, 50 * minute - 1);
    assert.deepEqual(world.typesSince(mark), []);
    world.tick(snapshot, 1);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C13: a holder whose process has ended is lost at its deadline, and not before', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    const endedHolders = new Set([call.lease]);
    world.tick(snapshot, 10 * minute - 1, { endedHolders });
    assert.equal(leaseNow(world, call).state, 'acknowledged');
    world.tick(snapshot, 1, { endedHolders });
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C13: a call of the holder before the tick that would revoke it is accepted and renews', () => {
    for (const type of ['lease.renew', 'lease.ack', 'lease.next'] as const) {
      const world = new CoreWorld();
      const call = held(world);
      world.now = 11 * minute;
      if (type === 'lease.next') world.ok(type, {}, by);
      else world.ok(type, call, by);
      world.tick(snapshot);
      assert.equal(heldNow(world, call).deadlineAt, 21 * minute, type);
    }
  });

  it('C13: a turn before the tick that would revoke its holder renews, and a quiet holder is quiet no more', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    world.tick(snapshot, 10 * minute);
    world.now += minute;
    world.ok('lease.turn', { ...call, verdict: 'continue', reconciled: null }, by);
    const lease = heldNow(world, call);
    assert.deepEqual([lease.isQuiet, lease.deadlineAt], [false, 21 * minute]);
  });

  it('C13: an operator may revoke a quiet holder at once', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    world.tick(snapshot, 10 * minute);
    const { lease } = world.ok('lease.release', { lease: call.lease }, { actor: operator() });
    assert.deepEqual(standing(lease), ['stopped', 'released']);
    assert.equal(world.refused('lease.renew', call, by).kind, 'conflict');
  });

  it('C13: while a question is open the time of its lease stands still, and goes on from the answer', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 4 * minute;
    const { question } = world.ok('question.ask', { ...call, ...ask }, by);
    assert.equal(world.ok('lease.renew', call, by).deadlineAt, null);
    world.tick(snapshot, 300 * minute);
    assert.equal(leaseNow(world, call).state, 'acknowledged');
    world.ok('question.answer', { question: question.id, value: 'the second' }, { actor: operator() });
    assert.equal(heldNow(world, call).deadlineAt, 310 * minute);
    world.tick(snapshot, 6 * minute - 1);
    assert.equal(leaseNow(world, call).state, 'acknowledged');
    world.tick(snapshot, 1);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C13: time stands still until the last of several questions is settled', () => {
    const world = new CoreWorld();
    const call = held(world);
    const first = world.ok('question.ask', { ...call, ...ask }, by).question;
    world.now = minute;
    const second = world.ok('question.ask', { ...call, ...ask }, by).question;
    world.now = 2 * minute;
    world.ok('question.answer', { question: first.id, value: 'yes' }, { actor: operator() });
    assert.equal(heldNow(world, call).frozenAt, 0);
    world.now = 20 * minute;
    world.ok('question.close', { question: second.id }, { actor: operator() });
    const { frozenAt, deadlineAt } = heldNow(world, call);
    assert.deepEqual([frozenAt, deadlineAt], [null, 30 * minute]);
  });

  it('C13: a question asked past the deadline finds the holder with its whole time', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 10 * minute + 5000;
    const { question } = world.ok('question.ask', { ...call, ...ask }, by);
    world.now += 60 * minute;
    world.ok('question.answer', { question: question.id, value: 'yes' }, { actor: operator() });
    world.tick(snapshot);
    assert.equal(heldNow(world, call).deadlineAt, world.now + 10 * minute);
  });

  it('C13: a renewal while time stands still changes nothing', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = minute;
    const { question } = world.ok('question.ask', { ...call, ...ask }, by);
    const mark = world.events.length;
    world.now = 50 * minute;
    assert.equal(world.ok('lease.renew', call, by).deadlineAt, null);
    assert.deepEqual(world.typesSince(mark), []);
    world.now = 100 * minute;
    world.ok('question.answer', { question: question.id, value: 'yes' }, { actor: operator() });
    assert.equal(heldNow(world, call).deadlineAt, 109 * minute);
  });

  it('C13: a lease handed over with an open question stands still from the start', () => {
    const world = new CoreWorld();
    const call = held(world);
    const { question } = world.ok('question.ask', { ...call, ...ask }, by);
    world.ok('lease.fail', { ...call, reason: 'stuck', retryable: true }, by);
    world.now = minute;
    const { grant } = world.ok('lease.next', {}, by);
    assert.equal(grant?.deadlineAt, null);
    world.now = 90 * minute;
    world.ok('question.answer', { question: question.id, value: 'yes' }, { actor: operator() });
    assert.equal(heldNow(world, { lease: grant.lease.id }).deadlineAt, 100 * minute);
  });

  it('C13: silence of a person who acknowledged is only shown until maxSilence', () => {
    const world = new CoreWorld();
    world.tick(snapshot);
    const { lease } = world.ok('lease.ack', { lease: world.lease().id }, { actor: operator() });
    world.tick(snapshot, 59 * minute);
    assert.equal(heldNow(world, { lease: lease.id }).isQuiet, true);
  });

  it('C13, C7: a lost scope drains while the process of its holder lives, and no longer', () => {
    const world = new CoreWorld({ dirtyTree: 'continue' });
    const call = held(world, { process: terminal });
    world.tick(snapshot, 60 * minute);
    assert.deepEqual(standing(world.lease(1)), ['pending', 'draining']);
    world.tick(snapshot, 600 * minute);
    assert.deepEqual(standing(world.lease(1)), ['pending', 'draining']);
    world.tick(snapshot, 15_000, { endedHolders: new Set([call.lease]) });
    assert.equal(world.lease(1).state, 'offered');
  });

  it('C13, C7: a scope revoked from a holder without a process drains until its deadline', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = minute;
    world.ok('lease.release', { lease: call.lease }, { actor: operator() });
    world.tick(snapshot, 9 * minute - 1);
    assert.deepEqual(standing(world.lease(1)), ['pending', 'draining']);
    world.tick(snapshot, 1);
    assert.equal(world.lease(1).state, 'offered');
  });

  it('C13, C7: time that stood still counts for the deadline until which a scope drains', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('question.ask', { ...call, ...ask }, by);
    world.now = 30 * minute;
    world.ok('lease.stop', { lease: call.lease }, { actor: operator() });
    assert.equal(world.state.scopes.get(world.lease().repo)?.draining?.deadlineAt, 40 * minute);
  });

  it('C13: a holder that has gone is replaced by the next process of its worker, however long a question is open', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    world.ok('question.ask', { ...call, ...ask }, by);
    world.now = 100 * minute;
    const facts = { endedHolders: new Set([call.lease]) };
    const { grant } = world.ok('lease.next', { process: otherTerminal }, { ...by, facts });
    assert.deepEqual([grant?.lease.id, grant?.deadlineAt], [call.lease, null]);
  });
});
