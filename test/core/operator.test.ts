import assert from 'node:assert/strict';
import type { Rejection } from '../../src/core/rejection.ts';
import { held, heldNow, leaseNow, offered, standing } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const pat = { actor: operator('pat') };
const both = snapshotOf({ tasks: [taskOf(), taskOf({ id: 'other' })] });
const checkpoint = { summary: 'by hand' };

/** A lease in each state that nobody holds, and how it got there. */
const unheld = {
  waiting: (world: CoreWorld) => {
    world.tick(snapshotOf());
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'wait' })] }), 1000);
  },
  pending: (world: CoreWorld) => {
    world.settings = { ...world.settings, workers: [] };
    world.tick(snapshotOf());
  },
  offered: (world: CoreWorld) => {
    world.tick(snapshotOf());
  },
  backoff: (world: CoreWorld) => {
    world.tick(snapshotOf());
    world.tick(snapshotOf(), 30_000);
  },
} as const;

describe('W5: the operator surface', () => {
  for (const [state, arrive] of Object.entries(unheld)) {
    const at = (): CoreWorld => {
      const world = new CoreWorld();
      if (state === 'waiting') world.settings = { ...world.settings, workers: [] };
      arrive(world);
      assert.equal(world.lease().state, state);
      return world;
    };

    it(`W5: an ack on a ${state} lease makes the person its holder`, () => {
      const world = at();
      const { lease, epoch } = world.ok('lease.ack', { lease: world.lease().id }, pat);
      assert.deepEqual(heldNow(world, { lease: lease.id }).holder, { kind: 'operator', name: 'pat' });
      assert.equal(epoch, '1.secret');
      assert.equal(world.events.at(-1)?.actor.name, 'pat');
    });

    for (const type of ['lease.complete', 'lease.checkpoint', 'lease.fail'] as const) {
      it(`W5: ${type} on a ${state} lease first acknowledges it, in the same commit`, () => {
        const world = at();
        const mark = world.events.length;
        const { id } = world.lease();
        world.ok(type, { lease: id, checkpoint, reason: 'no use' }, pat);
        const made = world.events.slice(mark);
        assert.ok(made.some((event) => event.type === 'LeaseAcknowledged'));
        assert.ok(made.every(({ actor }) => actor.surface === 'operator' && actor.name === 'pat'));
        const end = {
          'lease.complete': 'completed',
          'lease.checkpoint': 'checkpointed',
          'lease.fail': 'stopped',
        };
        assert.equal(leaseNow(world, { lease: id }).state, end[type]);
        assert.equal(world.state.scopes.get(world.lease().repo)?.draining ?? null, null);
      });
    }

    it(`W5: a ${state} lease can be stopped`, () => {
      const world = at();
      const { lease } = world.ok('lease.stop', { lease: world.lease().id, note: 'not now' }, pat);
      assert.deepEqual(standing(lease), ['stopped', 'operator']);
    });

    it(`W5: renew on a ${state} lease is invalid_state: nobody holds it`, () => {
      const world = at();
      assert.equal(world.refused('lease.renew', { lease: world.lease().id }, pat).kind, 'invalid_state');
    });
  }

  it("W5: an operator renews, checkpoints, completes, fails, releases or stops a worker's lease without its epoch", () => {
    const ends = [
      ['lease.checkpoint', 'checkpointed'],
      ['lease.complete', 'completed'],
      ['lease.fail', 'stopped'],
      ['lease.release', 'stopped'],
      ['lease.stop', 'stopped'],
    ] as const;
    for (const [type, state] of ends) {
      const world = new CoreWorld();
      const call = held(world);
      world.now = 400_000;
      assert.equal(world.ok('lease.renew', { lease: call.lease }, pat).deadlineAt, 1_000_000);
      world.ok(type, { lease: call.lease, checkpoint, reason: 'no use' }, pat);
      assert.equal(leaseNow(world, call).state, state);
      assert.equal(world.refused('lease.renew', call, by).kind, 'conflict', type);
    }
  });

  it("W5, C7: ending a worker's lease drains its scope until the worker is told", () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('lease.complete', { lease: call.lease }, pat);
    assert.equal(world.state.scopes.get(world.lease().repo)?.draining?.leaseId, call.lease);
    world.tick(both, 15_000);
    assert.deepEqual(standing(world.lease(1)), ['pending', 'draining']);
    const refusal = world.refused('lease.ack', { lease: world.lease(1).id }, pat);
    assert.deepEqual([refusal.kind, refusal.facts['taken_by']], ['conflict', call.lease]);
    world.refused('lease.renew', call, by);
    world.tick(both, 15_000);
    assert.equal(world.lease(1).state, 'offered');
  });

  it('W5: an ack of a lease that a worker holds leaves it with the worker and hands over no decisions', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('decision.record', { task: 'hub/task', value: 'use tabs' }, pat);
    const mark = world.events.length;
    assert.deepEqual(world.ok('lease.ack', { lease: call.lease }, pat).decisions, []);
    assert.deepEqual(world.typesSince(mark), []);
    assert.ok(world.run('lease.renew', call, by).result.ok);
  });

  it('W5: an ack of an own lease gives its decisions', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    world.ok('decision.record', { task: 'hub/task', value: 'use tabs' }, pat);
    assert.equal(world.ok('lease.ack', { lease: id }, pat).decisions.length, 1);
  });

  it('W5: taking a lease over needs a free scope, unless the lease itself holds it', () => {
    const world = new CoreWorld();
    world.tick(both);
    const [first, second] = world.leases();
    assert.ok(first && second);
    for (const type of ['lease.ack', 'lease.complete', 'lease.checkpoint', 'lease.fail'] as const) {
      const refusal: Rejection = world.refused(type, { lease: second.id, checkpoint, reason: 'no use' }, pat);
      assert.deepEqual([refusal.kind, refusal.facts['taken_by']], ['conflict', first.id]);
    }
    assert.ok(world.run('lease.ack', { lease: first.id }, pat).result.ok);
  });

  it('W5, C6: a scope that a person has taken is free for that person only', () => {
    const world = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    world.tick(snapshotOf());
    world.ok('scope.take', { repo: 'demo' }, pat);
    const refusal = world.refused('lease.ack', { lease: world.lease().id }, { actor: operator('kim') });
    assert.deepEqual([refusal.kind, refusal.facts['taken_by']], ['conflict', 'pat']);
    assert.ok(world.run('lease.ack', { lease: world.lease().id }, pat).result.ok);
  });

  it('W5: taking a lease over is refused gated under a gate', () => {
    const world = new CoreWorld({ workers: [], allow: ['network'] });
    world.tick(snapshotOf({ tasks: [taskOf({ action_classes: ['network'] })] }));
    const { id } = world.lease();
    world.settings = { ...world.settings, allow: [] };
    for (const type of ['lease.ack', 'lease.complete', 'lease.checkpoint', 'lease.fail'] as const) {
      const refusal = world.refused(type, { lease: id, checkpoint, reason: 'no use' }, pat);
      assert.deepEqual([refusal.kind, refusal.facts['gate']], ['gated', 'action_class']);
    }
  });

  it('W5: a final lease is invalid_state for every call of an operator, an unknown one not_found', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('lease.complete', call, by);
    const given = { checkpoint, reason: 'no use' };
    const types = [
      'ack',
      'renew',
      'checkpoint',
      'complete',
      'fail',
      'release',
      'stop',
      'send',
      'continue',
    ] as const;
    for (const verb of types) {
      assert.equal(
        world.refused(`lease.${verb}`, { lease: call.lease, ...given }, pat).kind,
        'invalid_state',
        verb,
      );
      assert.equal(world.refused(`lease.${verb}`, { lease: 'none', ...given }, pat).kind, 'not_found', verb);
    }
  });

  it("W5: a call of an operator with an epoch is judged as the worker's", () => {
    const world = new CoreWorld();
    const call = held(world);
    assert.equal(world.refused('lease.complete', { ...call, epoch: '0.stale' }, pat).kind, 'conflict');
    assert.ok(world.run('lease.complete', call, pat).result.ok);
    const lease = leaseNow(world, call);
    assert.equal('endedByHolder' in lease && lease.endedByHolder, true);
  });

  it("W5: an operator releases an offer back to the queue, and can't release what nobody has", () => {
    const world = new CoreWorld();
    world.tick(both);
    const [first, second] = world.leases();
    assert.ok(first && second);
    const { lease, successor } = world.ok('lease.release', { lease: first.id }, pat);
    assert.deepEqual([standing(lease), successor?.state], [['stopped', 'released'], 'pending']);
    assert.equal(world.refused('lease.release', { lease: second.id }, pat).kind, 'invalid_state');
  });

  it("W5: an operator's own lease ends without draining", () => {
    for (const type of ['lease.complete', 'lease.release', 'lease.stop'] as const) {
      const world = new CoreWorld();
      const { id } = offered(world);
      world.ok('lease.ack', { lease: id }, pat);
      world.ok(type, { lease: id }, pat);
      assert.equal(world.state.scopes.get(world.lease().repo)?.draining ?? null, null, type);
    }
  });

  it("W5, T1, T7: a turn and a question are the holder's own: an operator gives them with the epoch only", () => {
    const world = new CoreWorld();
    const { lease } = held(world);
    const turn = { lease, verdict: 'continue', reconciled: null };
    assert.equal(world.refused('lease.turn', turn, pat).kind, 'forbidden');
    assert.equal(world.refused('question.ask', { lease, text: 'Which?' }, pat).kind, 'forbidden');
  });
});
