import assert from 'node:assert/strict';
import type { Answers } from '../../src/core/commands.ts';
import type { HumanInput } from '../../src/core/model/snapshot.ts';
import { held, type HeldCall, heldNow, leaseNow, offered, standing, terminal } from '../kit/coreLives.ts';
import { CoreWorld, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };

interface Turn {
  readonly verdict?: unknown;
  readonly shown?: unknown;
  readonly usage?: unknown;
  readonly reconciled?: HumanInput | null;
}
const withDefaults = (call: HeldCall, given: Turn) => ({
  ...call,
  verdict: 'continue',
  reconciled: null,
  ...given,
});

const turn = (world: CoreWorld, call: HeldCall, given: Turn = {}): Answers['lease.turn'] =>
  world.ok('lease.turn', withDefaults(call, given), by);

const found = (external_id: string, value: string): HumanInput => ({ decisions: [{ external_id, value }] });
describe('verdicts', () => {
  it('T5: from 60 % of the context on: prepare_handoff once an epoch, then continue with advice', () => {
    const world = new CoreWorld();
    const call = held(world);
    const at = (context_used: number) => {
      const { verdict, reason, advice } = turn(world, call, { usage: { context_used, context_limit: 1000 } });
      return [verdict, reason, advice === null ? '' : 'advice'];
    };
    assert.deepEqual(at(599), ['continue', null, '']);
    assert.deepEqual(at(600), ['prepare_handoff', 'context', 'advice']);
    assert.deepEqual(at(700), ['continue', null, 'advice']);
    assert.deepEqual(at(799), ['continue', null, 'advice']);
    assert.deepEqual(at(800), ['rotate_now', 'context', 'advice']);
    assert.deepEqual(at(2000), ['rotate_now', 'context', 'advice']);
  });

  it('T5: a new epoch is advised anew', () => {
    const world = new CoreWorld();
    const call = held(world);
    const usage = { context_used: 7, context_limit: 10 };
    assert.equal(turn(world, call, { usage }).verdict, 'prepare_handoff');
    world.now = world.settings.leaseTtlMs;
    const { epoch } = world.ok('lease.ack', { lease: call.lease, session: 's2' }, by);
    assert.equal(turn(world, { ...call, epoch }, { usage }).verdict, 'prepare_handoff');
  });

  it('T5: policy never makes a verdict milder', () => {
    const order = ['continue', 'prepare_handoff', 'rotate_now', 'refuse'];
    for (const verdict of order) {
      for (const [context_used, policy] of [
        [1, 'continue'],
        [6, 'prepare_handoff'],
        [8, 'rotate_now'],
      ] as const) {
        const world = new CoreWorld();
        const answer = turn(world, held(world), { verdict, usage: { context_used, context_limit: 10 } });
        const stricter = order[Math.max(order.indexOf(verdict), order.indexOf(policy))];
        assert.equal(answer.verdict, stricter);
      }
    }
  });

  it('T5: a gate, found before or by the reconcile, answers refuse with reason gated and no error', () => {
    const world = new CoreWorld();
    const call = held(world, { process: terminal });
    const task = taskOf({ blocking_reason: 'private reason' });
    const answer = turn(world, call, { reconciled: { ...found('d1', 'use tabs'), task } });
    assert.deepEqual(
      [answer.verdict, answer.reason, answer.decisions, answer.deadlineAt],
      ['refuse', 'gated', [], null],
    );
    assert.deepEqual(standing(leaseNow(world, call)), ['stopped', 'gated']);
    assert.equal(world.state.scopes.get(world.lease().repo)?.draining ?? null, null);
    assert.equal(turn(world, call).reason, 'gated');
  });

  it("T5: a gate that came before any ack refuses the offered worker's turn as well", () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    world.tick(snapshotOf({ tasks: [taskOf({ needs_human: true })] }), 1000);
    const answer = world.ok(
      'lease.turn',
      { lease: id, verdict: 'continue', shown: ['d'], reconciled: null },
      by,
    );
    assert.deepEqual([answer.verdict, answer.reason, answer.voided], ['refuse', 'gated', []]);
  });

  it('T5: a turn neither ends the lease nor changes its epoch, and renews it unless it is refused', () => {
    for (const verdict of ['continue', 'prepare_handoff', 'rotate_now', 'refuse']) {
      const world = new CoreWorld();
      const call = held(world);
      world.now = 400_000;
      const { deadlineAt } = turn(world, call, { verdict });
      assert.equal(deadlineAt, verdict === 'refuse' ? 600_000 : 1_000_000);
      assert.equal(heldNow(world, call).epoch, call.epoch);
    }
  });

  it('T5, C13: while a question is open a turn names no deadline', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('question.ask', { ...call, text: 'Which?' }, by);
    assert.equal(turn(world, call).deadlineAt, null);
  });
});
