import assert from 'node:assert/strict';
import type { Answers } from '../../src/core/commands.ts';
import { taskOfTurn } from '../../src/core/decide/decide.ts';
import type { HumanInput } from '../../src/core/model/snapshot.ts';
import { held, type HeldCall, leaseNow, offered } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { messageOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const pat = { actor: operator() };

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

const record = (world: CoreWorld, value: string): string =>
  world.ok('decision.record', { task: 'hub/task', value }, pat).decision.id;

const found = (external_id: string, value: string): HumanInput => ({ decisions: [{ external_id, value }] });
const valuesOf = ({ decisions }: { decisions: readonly { value: string }[] }) =>
  decisions.map(({ value }) => value);

describe('turns', () => {
  it('T1: another verdict is invalid_params', () => {
    const world = new CoreWorld();
    const call = held(world);
    for (const verdict of ['done', '', null, 3]) {
      assert.equal(world.refused('lease.turn', withDefaults(call, { verdict }), by).kind, 'invalid_params');
    }
  });

  it('T1: usage is whole tokens, 0 or more, of a limit above 0', () => {
    const world = new CoreWorld();
    const call = held(world);
    const wrong = [
      5,
      {},
      { context_used: -1, context_limit: 10 },
      { context_used: 1.5, context_limit: 10 },
      { context_used: '1', context_limit: 10 },
      { context_used: 1, context_limit: 0 },
      { context_used: 1, context_limit: Number.NaN },
    ];
    for (const usage of wrong) {
      assert.equal(world.refused('lease.turn', withDefaults(call, { usage }), by).kind, 'invalid_params');
    }
    assert.ok(turn(world, call, { usage: { context_used: 0, context_limit: 1 } }));
    assert.ok(turn(world, call, { usage: null }));
  });

  it('T1: shown is a list of ids, at most 1000', () => {
    const world = new CoreWorld();
    const call = held(world);
    for (const shown of ['d', [1], [''], Array.from({ length: 1001 }, () => 'd')]) {
      assert.equal(world.refused('lease.turn', withDefaults(call, { shown }), by).kind, 'invalid_params');
    }
  });

  it('T1, W1: wrong parameters come before the fence, and the fence before everything else', () => {
    const world = new CoreWorld();
    const call = { ...held(world), epoch: '0.stale' };
    assert.equal(
      world.refused('lease.turn', withDefaults(call, { verdict: 'no' }), by).kind,
      'invalid_params',
    );
    const mark = world.events.length;
    const reconciled = found('d1', 'use tabs');
    assert.equal(world.refused('lease.turn', withDefaults(call, { reconciled }), by).kind, 'conflict');
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('T1: a turn by task works on its live lease', () => {
    const world = new CoreWorld();
    const { epoch } = held(world);
    const given = { task: 'hub/task', epoch, verdict: 'continue', reconciled: null };
    assert.equal(world.ok('lease.turn', given, by).verdict, 'continue');
  });

  it('T2: a source is asked only for a turn that passes its fence and is no repeat', () => {
    const world = new CoreWorld();
    const call = held(world);
    const params = withDefaults(call, {});
    const command = { type: 'lease.turn', params, ...by, request: null } as const;
    const taskId = (given: object) =>
      taskOfTurn(world.state, { ...command, ...given }, world.context())?.facts.id ?? null;
    assert.equal(taskId({}), 'hub/task');
    assert.equal(taskId({ params: { ...params, epoch: '0.stale' } }), null);
    assert.equal(taskId({ params: { ...params, verdict: 'done' } }), null);
    assert.equal(taskId({ request: { requestId: 'not a uuid', digest: 'd' } }), null);
    const request = { requestId: '00000000-0000-7000-8000-000000000001' as never, digest: 'd' };
    assert.equal(taskId({ request }), 'hub/task');
    world.ok('lease.turn', params, { ...by, request });
    assert.equal(taskId({ request }), null);
  });

  it('T2: a decision found by this very reconcile is returned by this call, and recorded once', () => {
    const world = new CoreWorld();
    const call = held(world);
    const reconciled = found('d1', 'use tabs');
    assert.deepEqual(valuesOf(turn(world, call, { reconciled })), ['use tabs']);
    assert.deepEqual(valuesOf(turn(world, call, { reconciled })), ['use tabs']);
    assert.equal(world.state.decisions.size, 1);
  });

  it('T2: the task as the reconcile finds it counts, status and title as well', () => {
    const world = new CoreWorld();
    const call = held(world);
    const task = taskOf({ title: 'Fix lexer', status: 'progress' });
    turn(world, call, { reconciled: { decisions: [], task } });
    const mark = world.events.length;
    turn(world, call, { reconciled: { decisions: [], task } });
    assert.ok(!world.typesSince(mark).includes('TaskObserved'));
    const facts = world.state.tasks.get(leaseNow(world, call).taskId)?.facts;
    assert.deepEqual([facts?.title, facts?.status], ['Fix lexer', 'progress']);
  });

  it('T2, C3: of a message a reconcile takes the gates only', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [], messages: [messageOf()] }));
    const grant = world.ack(world.lease());
    const call = { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' };
    const task = taskOf({ title: 'other', status: 'done', action_classes: ['payment'] });
    assert.equal(turn(world, call, { reconciled: { decisions: [], task } }).reason, 'gated');
    const facts = world.state.tasks.get(leaseNow(world, call).taskId)?.facts;
    assert.deepEqual([facts?.title, facts?.status], ['Inspect work', 'todo']);
  });

  it('T2: tasks of the workspace are changed by commands, not by a reconcile', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'Fix parser' }, pat);
    world.tick(snapshotOf({ tasks: [] }));
    const grant = world.ack(world.lease());
    const call = { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' };
    turn(world, call, { reconciled: { decisions: [], task: taskOf({ title: 'Fix lexer' }) } });
    assert.equal(world.state.tasks.get(grant.lease.taskId)?.facts.title, 'Fix parser');
  });

  it('T3: a decision comes with every continue until the session reports it, and never again', () => {
    const world = new CoreWorld();
    const call = held(world);
    const id = record(world, 'use tabs');
    assert.deepEqual(valuesOf(turn(world, call)), ['use tabs']);
    assert.deepEqual(valuesOf(turn(world, call)), ['use tabs']);
    record(world, 'no semicolons');
    assert.deepEqual(valuesOf(turn(world, call, { shown: [id] })), ['no semicolons']);
    assert.deepEqual(valuesOf(turn(world, call)), ['no semicolons']);
  });

  it('T3: ids of other tasks and unknown ids in the list are passed over', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.ok('task.add', { title: 'Fix lexer' }, pat);
    const other = world.ok('decision.record', { task: 'workspace/1', value: 'no' }, pat).decision.id;
    const mark = world.events.length;
    assert.deepEqual(valuesOf(turn(world, call, { shown: [other, 'none'] })), []);
    assert.ok(!world.typesSince(mark).includes('DecisionsShown'));
  });

  it('T3: what a session reported is not shown to it again in a later lease of the task', () => {
    const world = new CoreWorld();
    const call = held(world, { session: 's1' });
    const id = record(world, 'use tabs');
    turn(world, call, { shown: [id] });
    world.ok('lease.fail', { ...call, reason: 'stuck', retryable: true }, by);
    assert.deepEqual(world.ok('lease.next', { session: 's1' }, by).grant?.decisions, []);
    const world2 = new CoreWorld();
    const first = held(world2, { session: 's1' });
    turn(world2, first, { shown: [record(world2, 'use tabs')] });
    world2.ok('lease.fail', { ...first, reason: 'stuck', retryable: true }, by);
    const { grant } = world2.ok('lease.next', { session: 's2' }, by);
    assert.deepEqual(valuesOf(grant ?? { decisions: [] }), ['use tabs']);
  });

  it('T3: without a named session the lease is one: its successor gets the decisions anew', () => {
    const world = new CoreWorld();
    const call = held(world);
    turn(world, call, { shown: [record(world, 'use tabs')] });
    world.ok('lease.fail', { ...call, reason: 'stuck', retryable: true }, by);
    const { grant } = world.ok('lease.next', {}, by);
    assert.deepEqual(valuesOf(grant ?? { decisions: [] }), ['use tabs']);
  });

  it('T3: rearm keeps the session', () => {
    const world = new CoreWorld();
    const call = held(world);
    turn(world, call, { shown: [record(world, 'use tabs')] });
    world.ok('lease.release', call, by);
    assert.deepEqual(world.ok('lease.rearm', call, by).decisions, []);
  });

  it('T3: a report in a turn that ends under a gate counts, whether the gate came before or with it', () => {
    for (const isEarlier of [true, false]) {
      const world = new CoreWorld();
      const call = held(world, { session: 's1' });
      const id = record(world, 'use tabs');
      turn(world, call);
      const gated = taskOf({ needs_human: true });
      if (isEarlier) world.tick(snapshotOf({ tasks: [gated] }), 1000);
      const reconciled = isEarlier ? null : { decisions: [], task: gated };
      const answer = turn(world, call, { shown: [id], reconciled });
      assert.deepEqual([answer.verdict, answer.voided], ['refuse', isEarlier ? [] : [id]]);
      world.tick(snapshotOf({ tasks: [gated] }), 1000);
      const { lease } = world.ack(offered(world, snapshotOf()));
      const again = world.ok('lease.ack', { lease: lease.id, session: undefined as never }, by);
      assert.equal(again.lease.taskId, 'hub/task');
      assert.deepEqual([...world.state.decisions.values()][0]?.shownTo, ['s1']);
    }
  });

  it("T4: any other verdict returns no decisions and marks none: the successor gets them in its ack's answer", () => {
    for (const verdict of ['prepare_handoff', 'rotate_now', 'refuse']) {
      const world = new CoreWorld();
      const call = held(world);
      const id = record(world, 'use tabs');
      const answer = turn(world, call, { verdict });
      assert.deepEqual([answer.verdict, answer.decisions, answer.voided], [verdict, [], []]);
      assert.equal(world.state.decisions.get(id as never)?.deliveredAt, null);
      world.ok('lease.checkpoint', { ...call, checkpoint: { summary: 'half' } }, by);
      const { grant } = world.ok('lease.next', {}, by);
      assert.deepEqual(valuesOf(grant ?? { decisions: [] }), ['use tabs']);
    }
  });

  it('T4: a verdict that policy made stricter returns no decisions either', () => {
    const world = new CoreWorld();
    const call = held(world);
    record(world, 'use tabs');
    const answer = turn(world, call, { usage: { context_used: 8, context_limit: 10 } });
    assert.deepEqual([answer.verdict, answer.decisions], ['rotate_now', []]);
  });

  it('T6: a turn whose reconcile failed stands, with the decisions that are known', () => {
    const world = new CoreWorld();
    const call = held(world);
    record(world, 'use tabs');
    assert.deepEqual(valuesOf(turn(world, call, { reconciled: null })), ['use tabs']);
  });
});
