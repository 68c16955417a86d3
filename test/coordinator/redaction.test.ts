import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { TransportFault } from '../../src/coordinator/ports.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { settled } from '../kit/settled.ts';
import { messageOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

/** A text that must stay inside, wherever it is put. */
const secret = (where: string): string => `MARKER ${where}`;

/** One life with all that can go wrong, every text of it marked. */
async function live(world: World): Promise<Coordinator> {
  let coordinator = await world.open();
  const hub = (given: object = {}) =>
    snapshotOf({
      tasks: [
        taskOf({ title: secret('title'), ...given }),
        taskOf({ id: 'next', title: secret('next title') }),
      ],
      messages: [messageOf({ subject: `[action] ${secret('subject')}`, body: secret('body') })],
    });
  const tickAfter = async (seconds: number): Promise<void> => {
    world.time.advance(seconds * 1000);
    await coordinator.tick();
  };
  const current = (taskId = 'hub/task') => leasesOf(coordinator).findLast((lease) => lease.taskId === taskId);
  const take = async (): Promise<{ lease: string; epoch: string }> => {
    const taken = await coordinator.next({ session: 's1' }, byWorker(), { waitMs: 0 });
    assert.ok(taken.ok && taken.value.grant, JSON.stringify(taken));
    return { lease: taken.value.grant.lease.id, epoch: taken.value.grant.epoch };
  };

  world.hub.says = new Error(secret('source failure'));
  await tickAfter(0);
  world.hub.says = hub();
  world.transport.answer = new TransportFault('transient', secret('transport failure'));
  await tickAfter(15);
  world.transport.answer = new Error(secret('fault of an adapter'));
  await tickAfter(5);
  world.transport.answer = { endpointId: 'endpoint', state: 'injected', reason: secret('delivery') };
  await tickAfter(15);
  world.transport.look = () => Promise.reject(new Error(secret('look')));
  world.transport.read = () => Promise.reject(new Error(secret('read')));
  await tickAfter(15);

  let call = await take();
  world.hub.human = new Error(secret('reconcile'));
  await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
  const value = secret('decision');
  world.hub.human = { decisions: [{ external_id: 'd1', value }] };
  await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
  const asked = await coordinator.execute(
    'question.ask',
    { ...call, text: secret('question'), options: [secret('option')], free_text: true },
    byWorker(),
  );
  assert.ok(asked.ok);
  const answered = { question: asked.value.question.id, value: secret('answer') };
  assert.ok((await coordinator.execute('question.answer', answered, byOperator())).ok);
  const checkpoint = {
    summary: secret('summary'),
    next_action: secret('next action'),
    blocked_reason: secret('blocked reason'),
    files_changed: [secret('file')],
    [secret('key')]: secret('unknown value'),
  };
  assert.ok((await coordinator.execute('lease.checkpoint', { ...call, checkpoint }, byWorker())).ok);
  assert.ok(!(await coordinator.execute('lease.complete', { ...call, checkpoint }, byWorker())).ok);
  assert.ok(
    (await coordinator.execute('lease.continue', { lease: current()?.id as string }, byOperator())).ok,
  );
  await tickAfter(15);

  call = await take();
  const failed = { ...call, reason: secret('fail reason'), retryable: true };
  assert.ok((await coordinator.execute('lease.fail', failed, byWorker())).ok);
  await take();
  world.trees.isDirty = () => Promise.reject(Object.assign(new Error(secret('git')), { code: 'ENOENT' }));
  await tickAfter(600);
  assert.ok(
    (await coordinator.execute('lease.continue', { lease: current()?.id as string }, byOperator())).ok,
  );
  coordinator = await world.open();
  world.hub.takesReceipts = false;
  world.hub.says = hub({ blocking_reason: secret('blocking reason'), intervention_note: secret('note') });
  await tickAfter(15);
  world.hub.takesReceipts = true;
  await tickAfter(600);
  const other = current('hub/next');
  assert.ok(other);
  const stopped = { lease: other.id, note: secret('stop note') };
  assert.ok((await coordinator.execute('lease.stop', stopped, byOperator())).ok);
  await coordinator.execute('scope.resume', { repo: 'demo' }, byOperator());
  coordinator.onEvents(() => {
    throw new Error('a listener of a test');
  });
  await tickAfter(15);
  await settled();
  return coordinator;
}

describe('C18: what leaves the coordinator by receipts and log', () => {
  let world: World;
  let coordinator: Coordinator;

  before(async () => {
    world = new World(snapshotOf());
    world.transport.later = null;
    coordinator = await live(world);
  });

  after(() => world.close());

  it('C18: every text of the life was inside, so that it could have got out', () => {
    const inside = JSON.stringify(world.store.events);
    const kept = ['title', 'subject', 'decision', 'question', 'option', 'answer', 'summary', 'next action'];
    const more = [
      'blocked reason',
      'file',
      'fail reason',
      'blocking reason',
      'note',
      'stop note',
      'delivery',
    ];
    for (const where of [...kept, ...more]) assert.ok(inside.includes(secret(where)), where);
    assert.ok(!inside.includes(secret('body')), 'C3: a body never gets in');
  });

  it('C18: no receipt has any of it', () => {
    const receipts = [...world.hub.projected, ...coordinator.state.outbox.values()];
    assert.ok(receipts.length > 15);
    assert.ok(!JSON.stringify(receipts).includes('MARKER'));
  });

  it('C18: a receipt has the fields of the list, and no others', () => {
    const allowed = ['at', 'attempt', 'externalId', 'id', 'leaseId', 'reason', 'repo', 'source', 'state'];
    for (const receipt of world.hub.projected) {
      assert.deepEqual(Object.keys(receipt).sort(), [...allowed, 'transportState', 'triggerId'].sort());
    }
  });

  it('C18: no line of the log has any of it, although all of it went wrong', () => {
    const { lines } = world.log;
    assert.deepEqual(
      lines.filter((line) => line.includes('MARKER')),
      [],
    );
    const messages = [
      'a source gave no snapshot',
      'a send failed',
      'an endpoint could not be looked at',
      'a delivery could not be looked at',
      'human input could not be reconciled',
      'a work tree could not be looked at and counts as dirty',
      'receipts could not be delivered',
    ];
    for (const message of messages)
      assert.ok(
        lines.some((line) => line.includes(message)),
        message,
      );
  });

  it("C18: health names what is ill without a task's or a person's text", () => {
    const rows = JSON.stringify(coordinator.health());
    for (const where of [
      'title',
      'question',
      'answer',
      'decision',
      'summary',
      'note',
      'fail reason',
      'file',
    ]) {
      assert.ok(!rows.includes(secret(where)), where);
    }
  });
});
