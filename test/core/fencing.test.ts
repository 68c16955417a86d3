import assert from 'node:assert/strict';
import type { RejectionKind } from '../../src/core/rejection.ts';
import { held, offered, terminal } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const person = { actor: operator() };
const gatedSnapshot = snapshotOf({ tasks: [taskOf({ needs_human: true })] });

interface Call {
  readonly lease: string;
  readonly epoch?: string;
  readonly worker?: string;
  readonly repo?: string;
}

/** A state that a call can meet, and the call that would be right in it. */
const situations = {
  'before any ack': (world: CoreWorld): Call => ({ lease: offered(world).id }),
  'on an offer that has run out': (world: CoreWorld): Call => {
    const { id } = offered(world);
    world.now += 30_000;
    return { lease: id };
  },
  'on a held lease': (world: CoreWorld): Call => held(world),
  'on a gated lease': (world: CoreWorld): Call => {
    const call = held(world);
    world.tick(gatedSnapshot, 1000);
    return call;
  },
  'on a lease that the caller ended': (world: CoreWorld): Call => {
    const call = held(world);
    world.ok('lease.complete', call, by);
    return call;
  },
  'on a lease that ended without its holder': (world: CoreWorld): Call => {
    const call = held(world);
    world.ok('lease.stop', { lease: call.lease }, person);
    return call;
  },
};
type Situation = keyof typeof situations;

/** What is wrong with the call, from the first that counts to the last. */
const defects: readonly [string, (call: Call) => Record<string, unknown>, RejectionKind][] = [
  ['wrong parameters', () => ({ reason: '' }), 'invalid_params'],
  ['an unknown lease', () => ({ lease: 'none' }), 'not_found'],
  ['a stale epoch', () => ({ epoch: '0.stale' }), 'conflict'],
  ['no epoch', () => ({ epoch: undefined }), 'conflict'],
  ['another worker', () => ({ worker: 'other' }), 'forbidden'],
  ['another repo', () => ({ repo: 'other' }), 'forbidden'],
];

/** What a right call meets. */
const outcomes: readonly [Situation, RejectionKind | 'accepted', boolean][] = [
  ['before any ack', 'invalid_state', false],
  ['on an offer that has run out', 'expired', false],
  ['on a held lease', 'accepted', true],
  ['on a gated lease', 'gated', true],
  ['on a lease that the caller ended', 'invalid_state', true],
  ['on a lease that ended without its holder', 'conflict', true],
];

/** Everything but what was heard of: told holders, late results, signs of life. */
const heardOnly = new Set(['ScopeDrained', 'LateResultQuarantined', 'WorkerHeard']);

describe('W1: refusals and their order', () => {
  for (const [situation, outcome, hasEpoch] of outcomes) {
    it(`W1: a right call ${situation}: ${outcome}`, () => {
      const world = new CoreWorld();
      const call = situations[situation](world);
      const { result } = world.run('lease.fail', { ...call, reason: 'stuck' }, by);
      assert.equal(result.ok ? 'accepted' : result.error.kind, outcome);
    });

    for (const [first, [defect, breakCall, kind]] of defects.entries()) {
      if (kind === 'conflict' && !hasEpoch) continue;
      it(`W1: ${defect} ${situation}: ${kind}, and nothing changes`, () => {
        const world = new CoreWorld();
        const call = situations[situation](world);
        const before = JSON.stringify(world.leases());
        const mark = world.events.length;
        const broken = { ...call, reason: 'stuck', ...breakCall(call) } as Call & { reason: string };
        assert.equal(world.refused('lease.fail', broken, by).kind, kind);
        assert.equal(JSON.stringify(world.leases()), before);
        assert.deepEqual(
          world.typesSince(mark).filter((type) => !heardOnly.has(type)),
          [],
        );
      });

      for (const [later, breakMore, laterKind] of defects.slice(first + 1)) {
        if (laterKind === kind || (laterKind === 'conflict' && !hasEpoch)) continue;
        it(`W1: ${defect} comes before ${later} ${situation}`, () => {
          const world = new CoreWorld();
          const call = situations[situation](world);
          const broken = { ...call, reason: 'stuck', ...breakMore(call), ...breakCall(call) };
          assert.equal(world.refused('lease.fail', broken as Call & { reason: string }, by).kind, kind);
        });
      }
    }
  }

  const busyPairs: readonly [string, Record<string, unknown>, RejectionKind][] = [
    ['invalid_params comes before busy', { ttl_ms: 1 }, 'invalid_params'],
    ['not_found comes before busy', { lease: 'none' }, 'not_found'],
    ['busy comes before a stale epoch', { epoch: '0.stale' }, 'busy'],
    ['busy comes before another repo', { repo: 'other' }, 'busy'],
  ];
  for (const [title, given, kind] of busyPairs) {
    it(`W1: ${title}`, () => {
      const world = new CoreWorld();
      const { lease } = held(world, { process: terminal });
      assert.equal(world.refused('lease.ack', { lease, session: 's2', ...given }, by).kind, kind);
    });
  }

  it('W1: a call that names neither lease nor task, or both that do not fit, is invalid_params', () => {
    const world = new CoreWorld();
    const call = held(world);
    assert.equal(world.refused('lease.renew', {}, by).kind, 'invalid_params');
    assert.equal(world.refused('lease.renew', { ...call, task: 'hub/other' }, by).kind, 'invalid_params');
    assert.ok(world.run('lease.renew', { ...call, task: 'hub/task' }, by).result.ok);
  });

  it('W1: a task that was never leased is not_found', () => {
    const world = new CoreWorld();
    offered(world);
    assert.equal(world.refused('lease.renew', { task: 'hub/never' }, by).kind, 'not_found');
  });

  it('W1: a call by task is judged on its live lease, and without one on its last', () => {
    const world = new CoreWorld();
    const { epoch } = held(world);
    assert.equal(world.ok('lease.renew', { task: 'hub/task', epoch }, by).leaseId, world.lease().id);
    world.ok('lease.complete', { task: 'hub/task', epoch }, by);
    assert.equal(world.refused('lease.renew', { task: 'hub/task', epoch }, by).kind, 'invalid_state');
  });

  it('W1: an offer that has run out stays expired, in backoff and unanswered for good', () => {
    const world = new CoreWorld({ maxAttempts: 2 });
    const { id } = offered(world);
    world.tick(snapshotOf(), 30_000);
    assert.equal(world.lease().state, 'backoff');
    assert.equal(world.refused('lease.ack', { lease: id }, by).kind, 'expired');
    world.tick(snapshotOf(), 5000);
    world.tick(snapshotOf(), 30_000);
    assert.equal(world.lease().state, 'pending');
    assert.equal(world.refused('lease.ack', { lease: id }, by).kind, 'expired');
    assert.equal(
      world.refused('lease.turn', { lease: id, verdict: 'continue', reconciled: null }, by).kind,
      'expired',
    );
  });

  it('W1: a lease that a person holds is forbidden to workers, even with its epoch', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const { epoch } = world.ok('lease.ack', { lease: id }, person);
    assert.equal(world.refused('lease.renew', { lease: id, epoch }, by).kind, 'forbidden');
    assert.equal(world.refused('lease.ack', { lease: id, epoch }, by).kind, 'forbidden');
  });

  it('W1: a lease stopped before any ack refuses by its end, to the worker that it was offered to', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    world.ok('lease.stop', { lease: id }, person);
    assert.equal(world.refused('lease.ack', { lease: id }, by).kind, 'conflict');
    assert.equal(world.refused('lease.ack', { lease: id, worker: 'other' }, by).kind, 'forbidden');
  });

  it("W1: a lease that nobody was offered is nobody's: a call for it is invalid_state", () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf(), taskOf({ id: 'other' })] }));
    const { id } = world.lease(1);
    assert.equal(world.refused('lease.renew', { lease: id, worker: 'anybody' }, by).kind, 'invalid_state');
  });

  it("W1: no refusal names an epoch or a gate's text", () => {
    const world = new CoreWorld();
    const call = held(world);
    world.tick(snapshotOf({ tasks: [taskOf({ intervention_note: 'private note' })] }), 1000);
    const refusals = [
      world.refused('lease.renew', call, by),
      world.refused('lease.renew', { ...call, epoch: '0.stale' }, by),
      world.refused('lease.renew', { ...call, worker: 'other' }, by),
    ];
    const text = JSON.stringify(refusals);
    assert.ok(!text.includes('secret') && !text.includes('private note'));
    assert.equal(refusals[0]?.facts['gate'], 'intervention_note');
  });

  it("W1: what is a person's to give is forbidden to workers", () => {
    const world = new CoreWorld();
    const { lease } = held(world);
    assert.equal(world.refused('lease.stop', { lease }, by).kind, 'forbidden');
    assert.equal(world.refused('scope.pause', { repo: 'demo' }, by).kind, 'forbidden');
    assert.equal(world.refused('config.confirm', { digest: 'd' }, by).kind, 'forbidden');
  });

  it('W1, C7: a refusal tells a revoked holder, and its scope drains no longer', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('lease.stop', { lease: call.lease }, person);
    const drained = (): unknown => world.state.scopes.get(world.lease().repo)?.draining;
    world.refused('lease.renew', { ...call, epoch: '0.stale' }, by);
    assert.ok(drained());
    world.refused('lease.ack', call, by);
    assert.equal(drained(), null);
  });
});
