import assert from 'node:assert/strict';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { RequestId } from '../../src/core/model/ids.ts';
import { byOperator, byWorker, leaseOf, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { HeldRegister } from '../kit/heldRegister.ts';
import { settled } from '../kit/settled.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const minute = 60_000;

describe('a second runtime on the same store', () => {
  let world: World;
  let coordinator: Coordinator;

  beforeEach(async () => {
    world = new World(snapshotOf());
    coordinator = await world.open();
    await coordinator.tick();
  });

  afterEach(async () => {
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  async function ack(): Promise<{ lease: string; epoch: string }> {
    const acked = await coordinator.execute(
      'lease.ack',
      { lease: leasesOf(coordinator)[0]?.id as string },
      byWorker(),
    );
    assert.ok(acked.ok, JSON.stringify(acked));
    return { lease: acked.value.lease.id, epoch: acked.value.epoch };
  }
  const deadline = (lease: string): number => {
    const held = leaseOf(coordinator, lease as never);
    assert.ok(held.state === 'acknowledged');
    return held.deadlineAt - world.time.now();
  };

  it('C16: restartGrace is given once for each stored renewal, however many restarts there are', async () => {
    const { lease, epoch } = await ack();
    world.time.advance(9 * minute);
    coordinator = await world.open();
    assert.equal(deadline(lease), 2 * minute);
    world.time.advance(minute);
    coordinator = await world.open();
    coordinator = await world.open();
    assert.equal(deadline(lease), minute);
    assert.ok((await coordinator.execute('lease.renew', { lease, epoch }, byWorker())).ok);
    assert.equal(deadline(lease), 10 * minute);
    world.time.advance(9.5 * minute);
    coordinator = await world.open();
    assert.equal(deadline(lease), 2 * minute);
  });

  it('W2: a repeated request gives the first answer, and a lease is acknowledged once', async () => {
    const request = { requestId: uuid7(world.time.now(), new Uint8Array(10)) as RequestId, digest: 'd' };
    const by = { ...byWorker(), request };
    const { id } = leasesOf(coordinator)[0] ?? {};
    const first = await coordinator.execute('lease.ack', { lease: id as string }, by);
    coordinator = await world.open();
    assert.deepEqual(await coordinator.execute('lease.ack', { lease: id as string }, by), first);
    const repeated = { ...by, request: { ...request, digest: 'other' } };
    const refused = await coordinator.execute('lease.ack', { lease: id as string }, repeated);
    assert.equal(refused.ok ? '' : refused.error.kind, 'invalid_params');
    assert.equal(world.store.events.filter(({ type }) => type === 'LeaseAcknowledged').length, 1);
  });

  it('T3: what a session reported is not shown to it again', async () => {
    const call = await ack();
    await coordinator.execute('decision.record', { task: 'hub/task', value: 'use tabs' }, byOperator());
    const first = await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
    assert.ok(first.ok);
    const shown = first.value.decisions.map(({ id }) => id);
    await coordinator.turn({ ...call, verdict: 'continue', shown }, byWorker());
    coordinator = await world.open();
    const again = await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
    assert.ok(again.ok);
    assert.deepEqual([shown.length, again.value.decisions], [1, []]);
  });

  it('C9, C4: an offer whose send nobody knows the outcome of is sent again once, under the same message, when its source answers', async () => {
    world.hub.says = snapshotOf({ tasks: [] });
    const register = new HeldRegister(world.store.open());
    coordinator = await world.open(register);
    world.hub.says = snapshotOf({ tasks: [taskOf(), taskOf({ id: 'new' })] });
    await coordinator.execute('lease.stop', { lease: leasesOf(coordinator)[0]?.id as string }, byOperator());
    const sender = world.transport;
    const send = sender.send.bind(sender);
    sender.send = async (offer) => {
      await send(offer);
      return new Promise(() => undefined);
    };
    void coordinator.tick();
    await settled();
    sender.send = send;
    coordinator = await world.open();
    const { says } = world.hub;
    world.hub.says = new Error('offline');
    await coordinator.tick();
    assert.equal(world.transport.sent.length, 2, 'C4: nothing of a failed source is sent again');
    world.hub.says = says;
    await coordinator.tick();
    await coordinator.tick();
    const sent = world.transport.sent.slice(1);
    assert.equal(sent.length, 2);
    assert.deepEqual(sent[0], sent[1]);
    world.time.advance(10_000);
    await settled();
  });

  it('C4: nothing is handed out before the sources were read anew', async () => {
    coordinator = await world.open();
    world.time.advance(60_000);
    const before = await coordinator.next({}, byWorker(), { waitMs: 0 });
    assert.equal(before.ok && before.value.held[0]?.reason, 'source_stale');
    await coordinator.tick();
    const after = await coordinator.next({}, byWorker(), { waitMs: 0 });
    assert.ok(after.ok && after.value.grant);
  });

  it('S6, C12: epochs go on from where they were', async () => {
    const call = await ack();
    await coordinator.execute('lease.complete', call, byWorker());
    coordinator = await world.open();
    await coordinator.execute('task.reopen', { task: 'hub/task' }, byOperator());
    await coordinator.tick();
    const { grant } = await coordinator
      .next({}, byWorker(), { waitMs: 0 })
      .then((answer) => (answer.ok ? answer.value : { grant: null }));
    assert.equal(grant?.epoch.split('.')[0], '2');
  });
});
