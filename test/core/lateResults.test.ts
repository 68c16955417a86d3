import assert from 'node:assert/strict';
import type { RegisterEvent } from '../../src/core/events.ts';
import { held, leaseNow, nextOf, standing } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const summary = { checkpoint: { summary: 'it works' } };

const kept = (world: CoreWorld): unknown[] =>
  world.events
    .filter(
      (event): event is RegisterEvent & { type: 'LateResultQuarantined' } =>
        event.type === 'LateResultQuarantined',
    )
    .map(({ data }) => data);

describe('W4: late results', () => {
  it('W4: the result of a fenced worker is refused and kept, by call and in full', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('lease.release', { lease: call.lease }, { actor: operator() });
    assert.equal(world.refused('lease.complete', { ...call, ...summary }, by).kind, 'conflict');
    assert.equal(world.refused('lease.checkpoint', { ...call, ...summary }, by).kind, 'conflict');
    assert.equal(world.refused('lease.fail', { ...call, reason: 'no compiler' }, by).kind, 'conflict');
    const about = { leaseId: call.lease, worker: 'demo', epoch: call.epoch };
    assert.deepEqual(kept(world), [
      { ...about, call: 'complete', result: { summary: 'it works' } },
      { ...about, call: 'checkpoint', result: { summary: 'it works' } },
      { ...about, call: 'fail', result: { reason: 'no compiler' } },
    ]);
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'released']);
    assert.equal(nextOf(world, call).state, 'pending');
  });

  it('W4: a result under a stale epoch is kept while another goes on', () => {
    const world = new CoreWorld();
    const call = held(world, { session: 's1' });
    world.now = world.settings.leaseTtlMs;
    const { epoch } = world.ok('lease.ack', { lease: call.lease, session: 's2' }, by);
    assert.equal(world.refused('lease.complete', { ...call, ...summary }, by).kind, 'conflict');
    assert.equal(kept(world).length, 1);
    assert.ok(world.run('lease.complete', { ...call, epoch }, by).result.ok);
  });

  it('W4: a result without an epoch is kept', () => {
    const world = new CoreWorld();
    const { lease } = held(world);
    assert.equal(world.refused('lease.complete', { lease, ...summary }, by).kind, 'conflict');
    assert.deepEqual(kept(world), [
      { leaseId: lease, worker: 'demo', epoch: null, call: 'complete', result: { summary: 'it works' } },
    ]);
  });

  it('W4: the result of a gated worker is refused and kept', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.tick(snapshotOf({ tasks: [taskOf({ needs_human: true })] }), 1000);
    assert.equal(world.refused('lease.complete', { ...call, ...summary }, by).kind, 'gated');
    assert.equal(kept(world).length, 1);
  });

  it('W4: calls without a result, of others, or after the own end keep nothing', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.refused('lease.complete', { ...call, worker: 'other', ...summary }, by);
    world.refused('lease.release', { ...call, epoch: '0.stale' }, by);
    world.refused('lease.renew', { ...call, epoch: '0.stale' }, by);
    world.ok('lease.complete', call, by);
    world.refused('lease.complete', { ...call, ...summary }, by);
    assert.deepEqual(kept(world), []);
  });
});
