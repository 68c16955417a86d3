import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { hasSettled, settled } from '../kit/settled.ts';
import { snapshotOf } from '../kit/snapshots.ts';

describe('T7: waiting for an answer', () => {
  let world: World;
  let coordinator: Coordinator;
  let call: { lease: string; epoch: string };
  let question: string;

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
    await coordinator.tick();
    const acked = await coordinator.execute(
      'lease.ack',
      { lease: leasesOf(coordinator)[0]?.id as string },
      byWorker(),
    );
    assert.ok(acked.ok);
    call = { lease: acked.value.lease.id, epoch: acked.value.epoch };
    const asked = await coordinator.execute('question.ask', { ...call, text: 'Which?' }, byWorker());
    assert.ok(asked.ok);
    question = asked.value.question.id;
  });

  afterEach(async () => {
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  const answer = (value: string) => coordinator.execute('question.answer', { question, value }, byOperator());

  it('T7: it ends with the answer, not with other news', async () => {
    const waiting = coordinator.waitForQuestion(question, 90_000);
    await coordinator.execute('task.add', { title: 'Fix lexer' }, byOperator());
    assert.equal(await hasSettled(waiting), false);
    await answer('the second');
    const settledQuestion = await waiting;
    assert.equal(settledQuestion?.state, 'answered');
    assert.equal(coordinator.state.decisions.get(settledQuestion.decisionId as never)?.value, 'the second');
  });

  it('T7: it ends when the question becomes moot', async () => {
    const waiting = coordinator.waitForQuestion(question, 90_000);
    await settled();
    await coordinator.execute('lease.complete', call, byWorker());
    assert.equal((await waiting)?.state, 'moot');
  });

  it('T7: it ends when the time is up, and the question stays open', async () => {
    const waiting = coordinator.waitForQuestion(question, 90_000);
    await settled();
    world.time.advance(89_999);
    assert.equal(await hasSettled(waiting), false);
    world.time.advance(1);
    assert.equal((await waiting)?.state, 'open');
  });

  it('T7: it ends when nobody listens any more, and leaves nothing behind', async () => {
    const gone = new AbortController();
    const waiting = coordinator.waitForQuestion(question, 90_000, gone.signal);
    await settled();
    gone.abort();
    assert.equal((await waiting)?.state, 'open');
    assert.deepEqual(getEventListeners(gone.signal, 'abort'), []);
    assert.equal((await coordinator.waitForQuestion(question, 90_000, gone.signal))?.state, 'open');
  });

  it('T7: it ends with the coordinator', async () => {
    const waiting = coordinator.waitForQuestion(question, 90_000);
    await settled();
    await coordinator.dispose();
    assert.equal((await waiting)?.state, 'open');
  });

  it('T7: one that is settled or unknown is answered at once', async () => {
    await answer('the second');
    assert.equal((await coordinator.waitForQuestion(question, 90_000))?.state, 'answered');
    assert.equal(await coordinator.waitForQuestion('none', 90_000), undefined);
  });

  it('T7: a question survives a restart, and so does its answer', async () => {
    const second = await world.open();
    const waiting = second.waitForQuestion(question, 90_000);
    await settled();
    assert.ok((await second.execute('question.answer', { question, value: 'a' }, byOperator())).ok);
    assert.equal((await waiting)?.state, 'answered');
    const third = await world.open();
    assert.equal(third.state.questions.get(question as never)?.state, 'answered');
  });
});
