import assert from 'node:assert/strict';
import type { Question } from '../../src/core/model/records.ts';
import { held, heldNow, leaseNow, nextOf, offered } from '../kit/coreLives.ts';
import { CoreWorld, operator, system, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const by = { actor: worker() };
const pat = { actor: operator() };
const minute = 60_000;
const question = (world: CoreWorld, id: string): Question | undefined =>
  world.state.questions.get(id as never);

/** A held lease with an open question. */
function asked(settings = {}) {
  const world = new CoreWorld(settings);
  const call = held(world);
  const { id } = world.ok('question.ask', { ...call, text: 'Which design?' }, by).question;
  return { world, call, id };
}

describe('T7: questions', () => {
  it('T7: ask opens a question and returns at once with its id', () => {
    const world = new CoreWorld();
    const call = held(world);
    world.now = 5000;
    const given = { text: 'Which design?', options: ['first', 'second'], free_text: true };
    const { question: opened } = world.ok('question.ask', { ...call, ...given }, by);
    assert.deepEqual(opened, {
      id: opened.id,
      taskId: 'hub/task',
      leaseId: call.lease,
      text: 'Which design?',
      options: ['first', 'second'],
      freeText: true,
      askedAt: 5000,
      state: 'open',
      decisionId: null,
    });
    assert.deepEqual(heldNow(world, call).openQuestions, [opened.id]);
  });

  it('T7: free text is allowed where nothing else is, and not beside options unless it is said', () => {
    const world = new CoreWorld();
    const call = held(world);
    const freeText = (given: object): boolean =>
      world.ok('question.ask', { ...call, text: 'Which?', ...given }, by).question.freeText;
    assert.deepEqual(
      [freeText({}), freeText({ options: ['a'] }), freeText({ options: ['a'], free_text: true })],
      [true, false, true],
    );
  });

  it('T7: parameters are checked before the fence', () => {
    const world = new CoreWorld();
    const call = { ...held(world), epoch: '0.stale' };
    const wrong = [
      { text: ' ' },
      { text: 7 },
      { text: 'x'.repeat(8193) },
      { options: 'a' },
      { options: ['a', ''] },
      { options: ['a', 'a'] },
      { options: Array.from({ length: 21 }, (_, index) => String(index)) },
      { free_text: 'yes' },
      { free_text: false },
    ];
    for (const given of wrong) {
      const refusal = world.refused('question.ask', { ...call, text: 'Which?', ...given }, by);
      assert.equal(refusal.kind, 'invalid_params');
    }
    assert.equal(world.refused('question.ask', { ...call, text: 'Which?' }, by).kind, 'conflict');
    assert.equal(world.state.questions.size, 0);
  });

  it('T7: only a person answers, closes or records', () => {
    const { world, id } = asked();
    assert.equal(world.refused('question.answer', { question: id, value: 'a' }, by).kind, 'forbidden');
    assert.equal(world.refused('question.close', { question: id }, by).kind, 'forbidden');
    assert.equal(world.refused('decision.record', { task: 'hub/task', value: 'a' }, by).kind, 'forbidden');
    assert.equal(question(world, id)?.state, 'open');
  });

  it('T7: no time-out and no restart answers a question', () => {
    const { world, call, id } = asked();
    world.tick(snapshotOf(), 30 * 24 * 60 * minute);
    world.ok('start', {}, { actor: system });
    world.tick(snapshotOf(), 30 * 24 * 60 * minute);
    assert.equal(question(world, id)?.state, 'open');
    assert.equal(leaseNow(world, call).state, 'acknowledged');
  });

  it('T7: an answer is one of the options, or free text where that is allowed', () => {
    const world = new CoreWorld();
    const call = held(world);
    const ask = (given: object) =>
      world.ok('question.ask', { ...call, text: 'Which?', options: ['a', 'b'], ...given }, by).question.id;
    const closed = ask({});
    assert.equal(
      world.refused('question.answer', { question: closed, value: 'c' }, pat).kind,
      'invalid_params',
    );
    assert.equal(
      world.refused('question.answer', { question: closed, value: '' }, pat).kind,
      'invalid_params',
    );
    assert.equal(
      world.ok('question.answer', { question: closed, value: 'b' }, pat).question.state,
      'answered',
    );
    const free = ask({ free_text: true });
    assert.equal(world.ok('question.answer', { question: free, value: 'c' }, pat).decision.value, 'c');
  });

  it('T7: a question is settled once, and an unknown one is not found', () => {
    const { world, id } = asked();
    world.ok('question.answer', { question: id, value: 'a' }, pat);
    assert.equal(world.refused('question.answer', { question: id, value: 'b' }, pat).kind, 'invalid_state');
    assert.equal(world.refused('question.close', { question: id }, pat).kind, 'invalid_state');
    assert.equal(world.refused('question.answer', { question: 'none', value: 'b' }, pat).kind, 'not_found');
    assert.equal(world.refused('question.close', { question: 'none' }, pat).kind, 'not_found');
  });

  it('T7: an operator closes a question without an answer, and the time of its lease goes on', () => {
    const { world, call, id } = asked();
    world.now = 5 * minute;
    assert.equal(world.ok('question.close', { question: id }, pat).question.state, 'moot');
    assert.equal(heldNow(world, call).deadlineAt, 15 * minute);
    assert.equal(world.state.decisions.size, 0);
  });

  const goingOn: [string, (world: CoreWorld, call: ReturnType<typeof held>) => void][] = [
    ['a checkpoint', (world, call) => world.ok('lease.checkpoint', { ...call, checkpoint: {} }, by)],
    ['a release', (world, call) => world.ok('lease.release', call, by)],
    [
      'a retryable failure',
      (world, call) => world.ok('lease.fail', { ...call, reason: 'x', retryable: true }, by),
    ],
    ["an operator's release", (world, call) => world.ok('lease.release', { lease: call.lease }, pat)],
  ];
  for (const [name, end] of goingOn) {
    it(`T7: ${name} re-binds the question to the lease that goes on`, () => {
      const { world, call, id } = asked();
      end(world, call);
      const next = nextOf(world, call);
      assert.deepEqual([question(world, id)?.state, question(world, id)?.leaseId], ['open', next.id]);
      assert.deepEqual(next.openQuestions, [id]);
      assert.ok(
        world.events.some(({ type, about }) => type === 'QuestionRebound' && about.leaseId === next.id),
      );
      world.ok('question.answer', { question: id, value: 'the second' }, pat);
      const grant =
        world.ok('lease.next', {}, by).grant ?? world.ok('lease.next', { task: 'hub/task' }, by).grant;
      if (name === "an operator's release") return;
      assert.deepEqual(
        grant?.decisions.map(({ value }) => value),
        ['the second'],
      );
      assert.ok(grant.deadlineAt !== null);
    });
  }

  const ending: [string, (world: CoreWorld, call: ReturnType<typeof held>) => void][] = [
    ['completion', (world, call) => world.ok('lease.complete', call, by)],
    ['a failure for good', (world, call) => world.ok('lease.fail', { ...call, reason: 'x' }, by)],
    ["an operator's stop", (world, call) => world.ok('lease.stop', { lease: call.lease }, pat)],
    ['a cancelled task', (world) => world.ok('task.cancel', { task: 'hub/task' }, pat)],
    ['a gate', (world) => world.tick(snapshotOf({ tasks: [taskOf({ needs_human: true })] }), 1000)],
    [
      "the task's end at its source",
      (world) => {
        world.tick(snapshotOf({ tasks: [] }), 1000);
        world.tick(snapshotOf({ tasks: [] }), 1000);
      },
    ],
    [
      'the last of its budget',
      (world, call) => world.ok('lease.fail', { ...call, reason: 'x', retryable: true }, by),
    ],
  ];
  for (const [name, end] of ending) {
    it(`T7: ${name} closes the question as moot, visibly`, () => {
      const { world, call, id } = asked(name === 'the last of its budget' ? { maxAttempts: 1 } : {});
      end(world, call);
      assert.equal(question(world, id)?.state, 'moot');
      const closed = world.events.find(({ type }) => type === 'QuestionClosed');
      assert.deepEqual(closed?.about, { leaseId: call.lease, taskId: 'hub/task', worker: 'demo' });
    });
  }

  it('T7: at the end of the chain the question is moot, not lost', () => {
    const { world, call, id } = asked({ maxContinuations: 0 });
    world.ok('lease.checkpoint', { ...call, checkpoint: {} }, by);
    assert.equal(question(world, id)?.state, 'moot');
  });

  it('T7: the question of a lost holder goes on with its successor', () => {
    const { world, call, id } = asked({ dirtyTree: 'continue' });
    world.ok('question.close', { question: id }, pat);
    const again = world.ok('question.ask', { ...call, text: 'And now?' }, by).question.id;
    world.ok('lease.release', call, by);
    world.tick(snapshotOf({ tasks: [taskOf({ title: 'Fix lexer' })] }), 1000);
    const successor = world.leases().at(-1);
    assert.deepEqual([successor?.source, question(world, again)?.leaseId], ['retry', successor?.id]);
    assert.equal(question(world, again)?.state, 'open');
  });

  it("T7: a person's own lease with a worker's question closes it when it is completed", () => {
    const { world, call, id } = asked();
    world.ok('lease.release', call, by);
    world.ok('lease.complete', { lease: nextOf(world, call).id }, pat);
    assert.equal(question(world, id)?.state, 'moot');
  });

  it('T7: a question needs a held lease', () => {
    const world = new CoreWorld();
    const { id } = offered(world);
    assert.equal(world.refused('question.ask', { lease: id, text: 'Which?' }, by).kind, 'invalid_state');
  });
});
