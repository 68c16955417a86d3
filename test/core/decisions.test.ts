import assert from 'node:assert/strict';
import type { Answers } from '../../src/core/commands.ts';
import type { Decision } from '../../src/core/model/records.ts';
import { held, type HeldCall, leaseNow, offered } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const pat = { actor: operator() };
const gated = snapshotOf({ tasks: [taskOf({ needs_human: true })] });

const turn = (world: CoreWorld, call: HeldCall, shown: readonly string[] = []): Answers['lease.turn'] =>
  world.ok('lease.turn', { ...call, verdict: 'continue', shown, reconciled: null }, by);

const record = (world: CoreWorld, value = 'use tabs'): Decision =>
  world.ok('decision.record', { task: 'hub/task', value }, pat).decision;

const now = (world: CoreWorld, { id }: { id: string }): Decision => {
  const decision = world.state.decisions.get(id as never);
  assert.ok(decision);
  return decision;
};

/** The task is free again after its gate; `demo` takes its new lease in the session. */
function takeAnew(world: CoreWorld, session: string): HeldCall {
  const { id } = offered(world);
  const { epoch } = world.ok('lease.ack', { lease: id, session }, by);
  return { lease: id, epoch, worker: 'demo' };
}

describe('T8: decisions', () => {
  it('T8: recorded, delivered and reported-shown are separate, each with its first time', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 1000;
    const decision = record(world);
    const times = (): unknown[] => {
      const { recordedAt, deliveredAt, shownAt } = now(world, decision);
      return [recordedAt, deliveredAt, shownAt];
    };
    assert.deepEqual(times(), [1000, null, null]);
    world.now = 2000;
    assert.equal(turn(world, call).decisions[0]?.deliveredAt, 2000);
    world.now = 3000;
    turn(world, call);
    assert.deepEqual(times(), [1000, 2000, null]);
    turn(world, call, [decision.id]);
    world.now = 4000;
    turn(world, call, [decision.id]);
    assert.deepEqual(times(), [1000, 2000, 3000]);
  });

  it('T8: an answer is a decision of its question, bound to the task and the revision of now', () => {
    const world = new CoreWorld();
    const call = held(world);
    const { question } = world.ok('question.ask', { ...call, text: 'Which?' }, by);
    const changed = snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' })] });
    world.tick(changed, 1000);
    const { decision } = world.ok('question.answer', { question: question.id, value: 'a' }, pat);
    const { revision } = world.state.tasks.get(leaseNow(world, call).taskId) ?? {};
    assert.deepEqual(
      [decision.taskId, decision.revision, decision.questionId, decision.externalId],
      ['hub/task', revision, question.id, null],
    );
    assert.notEqual(decision.revision, leaseNow(world, call).revision);
    assert.deepEqual(
      turn(world, call).decisions.map(({ id }) => id),
      [decision.id],
    );
  });

  it('T8: a new gate voids the effect of a decision, not its record', () => {
    const world = new CoreWorld();
    held(world);
    const decision = record(world);
    world.tick(gated, 1000);
    assert.equal(now(world, decision).isVoided, true);
    assert.equal(now(world, decision).value, 'use tabs');
    const mark = world.events.length;
    world.tick(snapshotOf({ tasks: [taskOf({ needs_human: true, blocking_reason: 'wait' })] }), 1000);
    assert.ok(!world.typesSince(mark).includes('DecisionsVoided'));
  });

  it('T8: the gated worker hears which of its decisions are void', () => {
    const world = new CoreWorld();
    const call = held(world);
    const known = record(world);
    record(world, 'never shown');
    turn(world, call, [known.id]);
    world.tick(gated, 1000);
    assert.deepEqual(turn(world, call).voided, [known.id]);
    assert.deepEqual(turn(world, call, [known.id]).voided, []);
  });

  it('T8: a session that goes on gets the voided notice until it reports it, another session none', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const { epoch } = world.ok('lease.ack', { lease: id, session: 's1' }, by);
    const decision = record(world);
    turn(world, { lease: id, epoch, worker: 'demo' }, [decision.id]);
    world.tick(gated, 1000);
    world.refused('lease.renew', { lease: id, epoch }, by);
    const call = takeAnew(world, 's1');
    assert.deepEqual(turn(world, call).voided, [decision.id]);
    assert.deepEqual(turn(world, call).decisions, []);
    assert.deepEqual(turn(world, call, [decision.id]).voided, []);
    assert.deepEqual(turn(world, call).voided, []);
    world.ok('lease.fail', { ...call, reason: 'x', retryable: true }, by);
    const { grant } = world.ok('lease.next', { session: 's2' }, by);
    assert.deepEqual(
      grant?.decisions.map(({ isVoided }) => isVoided),
      [true],
    );
    assert.deepEqual(turn(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' }).voided, []);
  });

  it('T8, T4: verdicts that end the work carry no voided notice', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    const { epoch } = world.ok('lease.ack', { lease: id, session: 's1' }, by);
    turn(world, { lease: id, epoch, worker: 'demo' }, [record(world).id]);
    world.tick(gated, 1000);
    world.refused('lease.renew', { lease: id, epoch }, by);
    const call = takeAnew(world, 's1');
    const rotated = { ...call, verdict: 'rotate_now', reconciled: null };
    assert.deepEqual(world.ok('lease.turn', rotated, by).voided, []);
  });

  it('T8: a new revision without a new gate voids nothing', () => {
    const world = new CoreWorld();
    held(world);
    const decision = record(world);
    world.tick(snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' })] }), 1000);
    assert.equal(now(world, decision).isVoided, false);
  });

  it('T8: a decision after a gate is not void', () => {
    const world = new CoreWorld();
    world.tick(gated);
    assert.equal(record(world).isVoided, false);
    world.tick(gated, 1000);
    assert.equal([...world.state.decisions.values()][0]?.isVoided, false);
  });

  it('T8: a decision is a text that is not empty, for a known task, with or without a lease', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'wait' })] }));
    assert.equal(
      world.refused('decision.record', { task: 'hub/task', value: '' }, pat).kind,
      'invalid_params',
    );
    assert.equal(world.refused('decision.record', { task: 'hub/none', value: 'a' }, pat).kind, 'not_found');
    assert.equal(record(world).revision, world.state.tasks.get('hub/task' as never)?.revision);
  });

  it('T8, C20: a decision is part of the history of its task and of the lease that runs', () => {
    const world = new CoreWorld();
    const call = held(world);
    record(world);
    assert.deepEqual(world.events.at(-1)?.about, { taskId: 'hub/task', leaseId: call.lease, worker: 'demo' });
  });
});
