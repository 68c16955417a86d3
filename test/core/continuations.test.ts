import assert from 'node:assert/strict';
import type { Checkpoint } from '../../src/core/model/lease.ts';
import { held, type HeldCall, leaseNow, nextOf, standing } from '../kit/coreLives.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { messageOf, planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const person = { actor: operator() };
const minute = 60_000;
const snapshot = snapshotOf();
const both = snapshotOf({ tasks: [taskOf(), taskOf({ id: 'other' })] });
const poll = { workers: [workerSetting('demo', ['demo'], 'poll')] };

const checkpoint = (world: CoreWorld, call: HeldCall, given: Checkpoint = { summary: 'half' }) =>
  world.ok('lease.checkpoint', { ...call, checkpoint: given }, by).child;

describe('C17: continuations', () => {
  it('C17: a checkpoint closes its lease and makes the child in the same commit', () => {
    const world = new CoreWorld();
    const call = held(world);
    const parent = leaseNow(world, call);
    const mark = world.events.length;
    const child = checkpoint(world, call);
    assert.deepEqual(world.typesSince(mark), ['LeaseCheckpointed', 'LeaseCreated', 'LeaseQueued']);
    assert.equal(leaseNow(world, call).state, 'checkpointed');
    assert.deepEqual(
      [child.source, child.sourceId, child.parent, child.continuation],
      ['checkpoint', parent.triggerId, parent.id, 1],
    );
    assert.notEqual(child.triggerId, parent.triggerId);
    assert.notEqual(child.messageId, parent.messageId);
    assert.ok(
      child.prompt.includes(`Continue using Signalbox history: signalbox history --lease ${parent.id}`),
    );
  });

  it('C17: a child of a message never points at the source', () => {
    const world = new CoreWorld();
    world.tick(snapshotOf({ tasks: [], messages: [messageOf()] }));
    const grant = world.ack(world.lease());
    assert.ok(grant.prompt.includes('Read message'));
    const child = checkpoint(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' });
    assert.ok(!child.prompt.includes('Read message'));
  });

  it('C17: the child goes before all pending leases and is offered in the next tick', () => {
    const world = new CoreWorld();
    world.tick(both);
    const grant = world.ack(world.lease());
    const child = checkpoint(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' });
    world.tick(both, 15_000);
    assert.equal(leaseNow(world, { lease: child.id }).state, 'offered');
    assert.deepEqual(standing(world.lease(1)), ['pending', 'scope_taken']);
  });

  it('C17: until its first offer the child reserves the scope, also against a person', () => {
    const world = new CoreWorld(poll);
    world.tick(both);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const child = checkpoint(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' });
    const refusal = world.refused('lease.ack', { lease: world.lease(1).id }, person);
    assert.deepEqual([refusal.kind, refusal.facts['taken_by']], ['conflict', child.id]);
    const other = { actor: worker('other') };
    const { held: kept } = world.ok('lease.next', { worker: 'other', repo: 'demo' }, other);
    assert.deepEqual(
      kept.map(({ reason }) => reason),
      ['no_worker', 'scope_taken'],
    );
    world.tick(both, 1000);
    assert.deepEqual(standing(world.lease(1)), ['pending', 'scope_taken']);
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.id, child.id);
    assert.equal(world.state.scopes.get(child.repo)?.reservedFor, null);
  });

  it("C17: a child is its parent's holder's for 60 s, then anybody's", () => {
    const workers = [workerSetting('demo', ['demo']), workerSetting('other', ['demo'])];
    const world = new CoreWorld({ workers });
    const call = held(world);
    const child = checkpoint(world, call);
    const away = { endpoints: new Map([['other', { ok: true, endpointId: 'e' }]]) as never };
    world.tick(snapshot, 59_999, away);
    assert.deepEqual(standing(leaseNow(world, { lease: child.id })), ['pending', 'no_worker']);
    world.tick(snapshot, 1, away);
    const now = leaseNow(world, { lease: child.id });
    assert.equal('worker' in now ? now.worker : null, 'other');
  });

  it("C17: the parent's holder is preferred even when another has been idle longer", () => {
    const workers = [workerSetting('other', ['demo']), workerSetting('demo', ['demo'])];
    const world = new CoreWorld({ workers: workers.slice(1) });
    const call = held(world);
    world.settings = { ...world.settings, workers };
    const child = checkpoint(world, call);
    world.tick(snapshot, 2 * minute);
    const now = leaseNow(world, { lease: child.id });
    assert.equal('worker' in now ? now.worker : null, 'demo');
  });

  it("C17: a child has the task's revision of now, and the old one fires no more", () => {
    const world = new CoreWorld();
    const call = held(world);
    const changed = snapshotOf({ tasks: [taskOf({ title: 'Fix the parser and its tests' })] });
    world.tick(changed, 1000);
    const child = checkpoint(world, call);
    assert.notEqual(child.revision, leaseNow(world, call).revision);
    assert.ok(child.prompt.includes('Fix the parser and its tests'));
    world.tick(changed, 1000);
    const grant = world.ack(leaseNow(world, { lease: child.id }));
    world.ok('lease.complete', { lease: child.id, epoch: grant.epoch }, by);
    world.tick(changed, 15_000);
    assert.equal(world.leases().length, 2);
  });

  it('C17: a blocked child waits for the answer to its question, reserves nothing, and then goes on', () => {
    const world = new CoreWorld();
    world.tick(both);
    const grant = world.ack(world.lease());
    const call = { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' };
    const child = checkpoint(world, call, { blocked_reason: 'Which database?' });
    const [question] = [...world.state.questions.values()];
    assert.ok(question);
    assert.deepEqual(
      [question.text, question.freeText, question.leaseId],
      ['Which database?', true, child.id],
    );
    world.tick(both, 15_000);
    const at = (): [string, string | null] => standing(leaseNow(world, { lease: child.id }));
    assert.deepEqual(at(), ['waiting', 'blocked']);
    assert.equal(world.lease(1).state, 'offered');
    assert.equal(world.refused('question.close', { question: question.id }, person).kind, 'invalid_state');
    world.ok('lease.stop', { lease: world.lease(1).id }, person);
    world.ok('question.answer', { question: question.id, value: 'the small one' }, person);
    world.tick(both, 15_000);
    assert.equal(at()[0], 'offered');
    const { decisions } = world.ack(leaseNow(world, { lease: child.id }));
    assert.deepEqual(
      decisions.map(({ value }) => value),
      ['the small one'],
    );
  });

  it('C17: a person may let a blocked child go on without an answer: its question is moot', () => {
    const world = new CoreWorld();
    const call = held(world);
    const child = checkpoint(world, call, { blocked_reason: 'Which database?' });
    world.ok('lease.continue', { lease: child.id }, person);
    assert.equal([...world.state.questions.values()][0]?.state, 'moot');
    world.tick(snapshot, 1000);
    assert.equal(leaseNow(world, { lease: child.id }).state, 'offered');
  });

  it('C17, C5: a blocked child that is superseded stays blocked by the same question', () => {
    const world = new CoreWorld();
    const call = held(world);
    const child = checkpoint(world, call, { blocked_reason: 'Which database?' });
    world.tick(snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' })] }), 1000);
    assert.deepEqual(standing(leaseNow(world, { lease: child.id })), ['stopped', 'superseded']);
    const again = nextOf(world, call);
    assert.deepEqual(standing(again), ['waiting', 'blocked']);
    assert.deepEqual([again.source, again.continuation, again.rank], ['checkpoint', 1, child.rank]);
    const [question] = [...world.state.questions.values()];
    assert.deepEqual([question?.state, question?.leaseId], ['open', again.id]);
  });

  it('C17, C5: a child that is superseded keeps its place and its reservation', () => {
    const world = new CoreWorld(poll);
    world.tick(both);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    const call = { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' };
    const child = checkpoint(world, call);
    world.tick(snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' }), taskOf({ id: 'other' })] }), 1000);
    const again = nextOf(world, call);
    assert.notEqual(again.id, child.id);
    assert.equal(world.state.scopes.get(child.repo)?.reservedFor, again.id);
    assert.equal(world.ok('lease.next', {}, by).grant?.lease.id, again.id);
  });

  it('C17, C2: a child that has to wait keeps nobody out of the scope, least of all what it waits for', () => {
    const edge = { id: 'e', from_workplan_id: 'plan', to_workplan_id: 'up', relationship_type: 'blocks' };
    const says = (dependencies: (typeof edge)[]) =>
      snapshotOf({
        plans: [planOf(), planOf({ id: 'up' })],
        tasks: [taskOf(), taskOf({ id: 'upstream', workplan_id: 'up' })],
        dependencies,
      });
    const world = new CoreWorld();
    world.tick(says([]));
    const grant = world.ack(world.lease());
    world.tick(says([edge]), 1000);
    const child = checkpoint(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' });
    world.tick(says([edge]), 1000);
    assert.deepEqual(standing(leaseNow(world, { lease: child.id })), ['waiting', 'upstream']);
    assert.equal(world.lease(1).state, 'offered');
  });

  it('C17: at most maxContinuations children: then the checkpoint is kept and the child is stopped', () => {
    const world = new CoreWorld({ maxContinuations: 1 });
    const call = held(world);
    const child = checkpoint(world, call);
    world.tick(snapshot, 1000);
    const grant = world.ack(leaseNow(world, { lease: child.id }));
    const second = { lease: child.id, epoch: grant.epoch, worker: 'demo' };
    const last = checkpoint(world, second, { summary: 'more', blocked_reason: 'Which database?' });
    assert.deepEqual(standing(last), ['stopped', 'chain_limit']);
    const ended = leaseNow(world, second);
    assert.ok('checkpoint' in ended);
    assert.equal(ended.checkpoint?.summary, 'more');
    assert.equal(world.state.questions.size, 0);
    world.tick(snapshot, minute);
    assert.equal(world.leases().length, 3);
  });

  it('C17: completing the child ends the chain', () => {
    const world = new CoreWorld();
    const child = checkpoint(world, held(world));
    world.tick(snapshot, 1000);
    const grant = world.ack(leaseNow(world, { lease: child.id }));
    world.ok('lease.complete', { lease: child.id, epoch: grant.epoch }, by);
    world.tick(snapshot, minute);
    assert.deepEqual(
      world.leases().map(({ state }) => state),
      ['checkpointed', 'completed'],
    );
  });

  it('C17, C14: a child has a budget of its own', () => {
    const world = new CoreWorld({ maxAttempts: 2, dirtyTree: 'continue' });
    const call = held(world);
    world.ok('lease.fail', { ...call, reason: 'stuck', retryable: true }, by);
    const { grant } = world.ok('lease.next', {}, by);
    assert.ok(grant);
    checkpoint(world, { lease: grant.lease.id, epoch: grant.epoch, worker: 'demo' });
    const child = world.ok('lease.next', {}, by).grant;
    assert.ok(child);
    const failed = { lease: child.lease.id, epoch: child.epoch, reason: 'stuck', retryable: true };
    assert.ok(world.ok('lease.fail', failed, by).successor);
  });

  it("C17, W5: a child of a person's checkpoint is for any worker at once", () => {
    const world = new CoreWorld();
    world.tick(snapshot);
    const { child } = world.ok(
      'lease.checkpoint',
      { lease: world.lease().id, checkpoint: { summary: 'by hand' } },
      person,
    );
    assert.equal(child.preferred, null);
    world.tick(snapshot, 1000);
    assert.equal(leaseNow(world, { lease: child.id }).state, 'offered');
  });

  it('C17, C15: a gate stops a child like any other lease', () => {
    const world = new CoreWorld();
    const child = checkpoint(world, held(world));
    world.tick(snapshotOf({ tasks: [taskOf({ needs_human: true })] }), 1000);
    assert.deepEqual(standing(leaseNow(world, { lease: child.id })), ['stopped', 'gated']);
    assert.equal(world.state.scopes.get(child.repo)?.reservedFor, null);
  });
});
