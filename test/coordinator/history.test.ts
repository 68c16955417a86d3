import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

describe('C20: history', () => {
  let world: World;
  let coordinator: Coordinator;
  let lease: string;

  before(async () => {
    const tasks = [taskOf(), taskOf({ id: 'other' })];
    world = new World(snapshotOf({ tasks }), { workers: [workerSetting('demo', ['demo'], 'poll')] });
    coordinator = await world.open();
    await coordinator.tick();
    const taken = await coordinator.next({}, byWorker(), { waitMs: 0 });
    assert.ok(taken.ok && taken.value.grant);
    lease = taken.value.grant.lease.id;
    const call = { lease, epoch: taken.value.grant.epoch };
    const asked = await coordinator.execute('question.ask', { ...call, text: 'Which design?' }, byWorker());
    assert.ok(asked.ok);
    const answer = { question: asked.value.question.id, value: 'the second' };
    await coordinator.execute('question.answer', answer, byOperator());
    const checkpoint = { summary: 'half of it', files_changed: ['a.ts'] };
    await coordinator.execute('lease.checkpoint', { ...call, checkpoint }, byWorker());
    const late = { ...call, epoch: '0.stale', checkpoint };
    await coordinator.execute('lease.complete', late, byWorker());
  });

  after(() => world.close());

  const events = async (filter: object): Promise<readonly RegisterEvent[]> =>
    (await coordinator.history(filter, 1, 1000)).events;
  const types = async (filter: object): Promise<string[]> => (await events(filter)).map(({ type }) => type);

  it('C20: by lease: its whole way, with checkpoint, answer and late result in full', async () => {
    assert.deepEqual(await types({ leaseId: lease }), [
      'LeaseCreated',
      'LeaseQueued',
      'RevisionConsumed',
      'LeaseAcknowledged',
      'QuestionAsked',
      'DecisionRecorded',
      'LeaseCheckpointed',
      'LateResultQuarantined',
    ]);
    const text = JSON.stringify(await events({ leaseId: lease }));
    for (const word of ['Which design?', 'the second', 'half of it', 'a.ts'])
      assert.ok(text.includes(word), word);
  });

  it('C20: by task: all of its leases', async () => {
    const found = await events({ taskId: 'hub/task' });
    const leases = new Set(found.map(({ about }) => about.leaseId).filter((id) => id !== null));
    assert.equal(leases.size, 2);
    assert.ok(found.every(({ about }) => about.taskId === 'hub/task'));
    assert.ok(found.some(({ type }) => type === 'TaskObserved'));
  });

  it('C20: by worker: what it took and did, its first acknowledgement included', async () => {
    const found = await types({ worker: 'demo' });
    for (const type of ['LeaseAcknowledged', 'QuestionAsked', 'LeaseCheckpointed', 'LateResultQuarantined']) {
      assert.ok(found.includes(type), type);
    }
    assert.deepEqual(await types({ worker: 'nobody' }), []);
  });

  it('C20: who did it is part of it', async () => {
    const [answered] = (await events({ leaseId: lease })).filter(({ type }) => type === 'DecisionRecorded');
    assert.deepEqual(answered?.actor, { surface: 'operator', name: 'pat' });
  });

  it('C20: it is local only: none of it goes to a source', () => {
    assert.equal(leasesOf(coordinator).length, 3);
    const out = JSON.stringify([...world.hub.projected, ...coordinator.state.outbox.values()]);
    for (const word of ['Which design?', 'the second', 'half of it', 'a.ts'])
      assert.ok(!out.includes(word), word);
  });
});
