import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { RegisterFault } from '../../src/coordinator/ports.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { HeldRegister } from '../kit/heldRegister.ts';
import { hasSettled, settled } from '../kit/settled.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf } from '../kit/snapshots.ts';

describe('the release rule: nothing leaves before it is confirmed', () => {
  let world: World;
  let register: HeldRegister;
  let coordinator: Coordinator;

  beforeEach(async () => {
    world = new World(snapshotOf());
    register = new HeldRegister(world.store.open());
    coordinator = await world.open(register);
  });

  afterEach(async () => {
    register.release();
    await world.close();
  });

  const firstLease = (): string => {
    const [lease] = leasesOf(coordinator);
    assert.ok(lease);
    return lease.id;
  };

  it('an offer is sent only once its intent is confirmed, and receipts follow', async () => {
    register.hold();
    const ticked = coordinator.tick();
    await settled();
    assert.equal(coordinator.state.live.size, 1);
    assert.deepEqual([world.transport.sent, world.hub.projected], [[], []]);
    register.release();
    await ticked;
    assert.equal(world.transport.sent.length, 1);
    assert.ok(world.hub.projected.length > 0);
  });

  it('an answer, a refusal and a read wait for what they rest on', async () => {
    register.hold();
    const added = coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    const refused = coordinator.execute('task.cancel', { task: 'none' }, byOperator());
    const read = coordinator.read(({ tasks }) => tasks.size);
    assert.equal(await hasSettled(Promise.race([added, refused, read])), false);
    register.release();
    assert.deepEqual([(await added).ok, (await refused).ok, await read], [true, false, 1]);
  });

  it('events are published once confirmed, in order of position', async () => {
    const positions: number[] = [];
    const listening = coordinator.onEvents((events) => {
      positions.push(...events.map(({ position }) => position));
    });
    const from = coordinator.state.position;
    register.hold();
    const adds = ['one', 'two'].map((title) => coordinator.execute('task.add', { title }, byOperator()));
    await settled();
    assert.deepEqual(positions, []);
    register.release();
    await Promise.all(adds);
    assert.deepEqual(positions, [from + 1, from + 2]);
    listening.dispose();
  });

  it('receipts of what is not confirmed yet are not projected', async () => {
    await coordinator.tick();
    const before = world.hub.projected.length;
    const lease = firstLease();
    register.hold();
    const acked = coordinator.execute('lease.ack', { lease }, byWorker());
    const projected = coordinator.project();
    await settled();
    assert.equal(coordinator.state.outbox.size, 1);
    assert.equal(world.hub.projected.length, before);
    register.release();
    await Promise.all([acked, projected]);
    assert.equal(world.hub.projected.length, before + 1);
  });

  it('an answer to a question is seen by who waits for it only once it is confirmed', async () => {
    await coordinator.tick();
    const ack = await coordinator.execute('lease.ack', { lease: firstLease() }, byWorker());
    assert.ok(ack.ok);
    const call = { lease: ack.value.lease.id, epoch: ack.value.epoch, text: 'Which?' };
    const asked = await coordinator.execute('question.ask', call, byWorker());
    assert.ok(asked.ok);
    const { id } = asked.value.question;
    register.hold();
    const answered = coordinator.execute('question.answer', { question: id, value: 'a' }, byOperator());
    const waited = coordinator.waitForQuestion(id, 90_000);
    assert.equal(await hasSettled(waited), false);
    register.release();
    await answered;
    assert.equal((await waited)?.state, 'answered');
  });

  it('a hand-out to a waiting next is answered only once it is confirmed', async () => {
    world.settings = { ...world.settings, workers: [workerSetting('demo', ['demo'], 'poll')] };
    const waiting = coordinator.next({}, byWorker(), { waitMs: 60_000 });
    await settled();
    register.hold();
    const ticked = coordinator.tick();
    await settled();
    assert.equal([...coordinator.state.live.values()][0]?.state, 'acknowledged');
    assert.equal(await hasSettled(waiting), false);
    register.release();
    await ticked;
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
  });

  it('after a fault of the register everything is refused with it, and nothing of it was published or sent', async () => {
    const events: unknown[] = [];
    const listening = coordinator.onEvents((batch) => events.push(...batch));
    register.hold();
    const ticked = coordinator.tick();
    const added = coordinator.execute('task.add', { title: 'Fix parser' }, byOperator());
    await settled();
    register.fail();
    const isFault = (error: unknown) => error instanceof RegisterFault && error.kind === 'storage';
    await assert.rejects(added, isFault);
    await assert.rejects(ticked, isFault);
    await assert.rejects(coordinator.execute('task.add', { title: 'more' }, byOperator()), isFault);
    await assert.rejects(
      coordinator.read(({ position }) => position),
      isFault,
    );
    await assert.rejects(coordinator.tick(), isFault);
    assert.deepEqual([events, world.transport.sent, world.hub.projected], [[], [], []]);
    listening.dispose();
  });

  it('a waiting next outlives a tick that fails, and is answered at its end', async () => {
    world.settings = { ...world.settings, workers: [workerSetting('demo', ['demo'], 'poll')] };
    const waiting = coordinator.next({}, byWorker(), { waitMs: 60_000 });
    await settled();
    register.hold();
    const ticked = coordinator.tick();
    await settled();
    register.fail();
    await assert.rejects(ticked);
    world.time.advance(60_000);
    const answer = await waiting;
    assert.ok(answer.ok);
    assert.equal(answer.value.grant, null);
  });

  it('a second coordinator over the store replaces the first, whose calls fail', async () => {
    const second = await world.open();
    await assert.rejects(
      coordinator.execute('task.add', { title: 'Fix parser' }, byOperator()),
      (error) => error instanceof RegisterFault && error.kind === 'replaced',
    );
    assert.ok((await second.execute('task.add', { title: 'Fix parser' }, byOperator())).ok);
  });
});
