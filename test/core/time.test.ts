import assert from 'node:assert/strict';
import { held, heldNow, leaseNow, offered, standing, terminal } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const minute = 60_000;
const snapshot = snapshotOf();

/** A tick after a time of which this much was not lived through. */
function tickAfterAbsence(world: CoreWorld, absentMs: number): void {
  world.now += absentMs;
  const readings = [{ source: 'hub', ok: true, snapshot, isNew: true } as const];
  world.ok('tick', { readings, absentMs, deliveries: [] });
}

describe('C16: absence and restarts', () => {
  it('C16: absence moves the deadline of an acknowledged lease', () => {
    const world = new CoreWorld();
    const call = held(world);
    tickAfterAbsence(world, 60 * minute);
    assert.equal(heldNow(world, call).deadlineAt, 70 * minute);
    world.tick(snapshot, 10 * minute);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C16: a long way between two ticks is no absence', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.tick(snapshot, 60 * minute);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C16: silence during absence does not count for maxSilence', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    tickAfterAbsence(world, 120 * minute);
    world.tick(snapshot, 10 * minute);
    assert.equal(heldNow(world, call).isQuiet, true);
    world.tick(snapshot, 50 * minute);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'holder_lost']);
  });

  it('C16: absence counts once for a lease whose time stands still', () => {
    const world = new CoreWorld();
    const call = held(world);
    const { question } = world.ok('question.ask', { ...call, text: 'Which design?' }, by);
    tickAfterAbsence(world, 30 * minute);
    world.ok('question.close', { question: question.id }, { actor: operator() });
    assert.equal(heldNow(world, call).deadlineAt, 40 * minute);
  });

  it('C16: an offer that ran out in sleep is judged by the clock and sent again', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    tickAfterAbsence(world, 31_000);
    assert.deepEqual(standing(leaseNow(world, { lease: id })), ['backoff', 'unanswered']);
    tickAfterAbsence(world, 5000);
    assert.equal(leaseNow(world, { lease: id }).state, 'offered');
  });

  it('C16: after a restart a holder has at least restartGrace, and no less than it had', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 5 * minute;
    world.ok('start', {});
    assert.equal(heldNow(world, call).deadlineAt, 10 * minute);
    world.now = 30 * minute;
    world.ok('start', {});
    assert.equal(heldNow(world, call).deadlineAt, 32 * minute);
  });

  it('C16: further restarts add nothing until the next stored renewal', () => {
    const world = new CoreWorld();
    const call = held(world);
    for (const at of [9, 10, 11]) {
      world.now = at * minute;
      world.ok('start', {});
    }
    assert.equal(heldNow(world, call).deadlineAt, 11 * minute);
    world.ok('lease.renew', call, by);
    world.now = 20.5 * minute;
    world.ok('start', {});
    assert.equal(heldNow(world, call).deadlineAt, 22.5 * minute);
  });

  it('C16: a quiet holder that got grace is not quiet', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    world.tick(snapshot, 10 * minute);
    world.ok('start', {});
    assert.equal(heldNow(world, call).isQuiet, false);
  });

  it('C16: a restart leaves a lease alone whose time stands still', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('question.ask', { ...call, text: 'Which design?' }, by);
    world.now = 100 * minute;
    world.ok('start', {});
    assert.equal(heldNow(world, call).deadlineAt, 10 * minute);
    assert.equal(heldNow(world, call).hasGrace, false);
  });

  it('C16: a renewal is stored once half of the time is used up, an earlier one changes nothing', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 5 * minute - 1;
    const mark = world.events.length;
    assert.equal(world.ok('lease.renew', call, by).deadlineAt, 10 * minute);
    assert.deepEqual(world.typesSince(mark), []);
    world.now += 1;
    assert.equal(world.ok('lease.renew', call, by).deadlineAt, 15 * minute);
    assert.deepEqual(world.typesSince(mark), ['LeaseRenewed']);
  });

  it('C9, C16: a start answers the offers whose send nobody knows the outcome of, while they run', () => {
    const world = new CoreWorld();
    const { id, attempt } = offered(world);
    assert.deepEqual(world.ok('start', {}).resends, [id]);
    const transport = { endpointId: 'endpoint', state: 'injected', reason: null } as const;
    world.ok('delivery.report', { leaseId: id, attempt, result: { kind: 'state', transport } });
    assert.deepEqual(world.ok('start', {}).resends, []);
    const late = new CoreWorld();
    offered(late);
    late.now = 30_000;
    assert.deepEqual(late.ok('start', {}).resends, []);
  });
});
