import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { uuid7 } from '../../src/base/uuid7.ts';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import type { RequestId } from '../../src/core/model/ids.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { HeldRegister } from '../kit/heldRegister.ts';
import { hasSettled, settled } from '../kit/settled.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const idle = snapshotOf({ tasks: [taskOf({ status: 'wait' })] });

describe('C6, C12: a next that waits for work', () => {
  let world: World;
  let register: HeldRegister;
  let coordinator: Coordinator;

  beforeEach(async () => {
    world = new World(idle, { workers: [workerSetting('demo', ['demo'], 'poll')] });
    register = new HeldRegister(world.store.open());
    coordinator = await world.open(register);
    await coordinator.tick();
  });

  afterEach(async () => {
    await world.close();
    assert.equal(world.time.open, 0, 'a timer is left open');
  });

  const request = (digest = 'next') => ({
    requestId: uuid7(world.time.now(), new Uint8Array(10).fill(7)) as RequestId,
    digest,
  });
  const wait = (given: object = {}, by: object = {}, signal?: AbortSignal) =>
    coordinator.next(
      { session: 's1', ...given },
      { ...byWorker(), ...by },
      { waitMs: 60_000, ...(signal === undefined ? {} : { signal }) },
    );

  it('C6: it is served by the tick that sees the work, as offer and ack, without a send', async () => {
    const waiting = wait({ ttl_ms: 20_000 });
    assert.equal(await hasSettled(waiting), false);
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    assert.equal(answer.value.grant.deadlineAt, world.time.now() + 20_000);
    assert.deepEqual(world.transport.sent, []);
    assert.equal(leasesOf(coordinator)[0]?.state, 'acknowledged');
  });

  it("C6: while nobody waits a poll worker's lease is pending no_worker", async () => {
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const [lease] = leasesOf(coordinator);
    assert.deepEqual([lease?.state, lease?.state === 'pending' && lease.reason], ['pending', 'no_worker']);
  });

  it('C6: one that is refused, has work at once or does not wait is answered at once', async () => {
    assert.equal((await wait({ ttl_ms: 1 })).ok, false);
    const now = await coordinator.next({}, byWorker(), { waitMs: 0 });
    assert.equal(now.ok && now.value.grant, null);
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const answer = await wait();
    assert.ok(answer.ok && answer.value.grant);
  });

  it('C6: it waits only for the repo or task that it named', async () => {
    const waiting = wait({ task: 'hub/other', repo: 'demo', worker: 'demo' });
    await settled();
    world.hub.says = snapshotOf();
    await coordinator.tick();
    assert.equal(await hasSettled(waiting), false);
    world.hub.says = snapshotOf({ tasks: [taskOf({ id: 'other' })] });
    await coordinator.tick();
    const answer = await waiting;
    assert.equal(answer.ok && answer.value.grant?.lease.taskId, 'hub/other');
  });

  it('C6: when the time is up it is answered with what kept it back', async () => {
    const waiting = wait();
    await settled();
    world.time.advance(60_000);
    assert.deepEqual(await waiting, { ok: true, value: { grant: null, held: [], ended: [] } });
  });

  it('C6: one whose connection closed before the tick decides gets no lease', async () => {
    const gone = new AbortController();
    const waiting = wait({}, {}, gone.signal);
    await settled();
    world.hub.says = snapshotOf();
    world.transport.look = () => {
      gone.abort();
      return Promise.resolve({ ok: true, endpointId: 'endpoint' });
    };
    world.settings = { ...world.settings, workers: [...world.settings.workers, workerSetting('pushed', [])] };
    await coordinator.tick();
    const answer = await waiting;
    assert.equal(answer.ok && answer.value.grant, null);
    assert.equal(leasesOf(coordinator)[0]?.state, 'pending');
  });

  it('C6: one whose connection has closed already is answered at once', async () => {
    const gone = new AbortController();
    gone.abort();
    const answer = await wait({}, {}, gone.signal);
    assert.equal(answer.ok && answer.value.grant, null);
  });

  it('W2, C12: one that goes between decision and answer finds its lease again by its request id, and without', async () => {
    const gone = new AbortController();
    const mark = request();
    const waiting = wait({}, { request: mark }, gone.signal);
    await settled();
    world.hub.says = snapshotOf();
    register.hold();
    const ticked = coordinator.tick();
    await settled();
    gone.abort();
    register.release();
    await ticked;
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    assert.deepEqual(await wait({}, { request: mark }), answer);
    const again = await wait();
    assert.equal(again.ok && again.value.grant?.epoch, answer.value.grant.epoch);
    const stranger = await wait({ session: 's2' });
    assert.equal(stranger.ok ? '' : stranger.error.kind, 'busy');
  });

  it('C6: one whose time runs out while the tick decides is answered with its lease, not with nothing', async () => {
    const waiting = wait();
    await settled();
    world.hub.says = snapshotOf();
    register.hold();
    const ticked = coordinator.tick();
    await settled();
    world.time.advance(60_000);
    register.release();
    await ticked;
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
  });

  it('W2: the request id of a waiting operator counts for that operator', async () => {
    const mark = request();
    const by = { ...byOperator(), request: mark };
    const waiting = wait({ worker: 'demo' }, by);
    await settled();
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    assert.deepEqual(await wait({ worker: 'demo' }, by), answer);
  });

  it('C7: what it was told before it waited is in the answer after it', async () => {
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const first = await wait();
    assert.ok(first.ok && first.value.grant);
    const { id } = first.value.grant.lease;
    await coordinator.execute('lease.stop', { lease: id }, byOperator());
    const waiting = wait();
    await settled();
    await coordinator.execute('task.reopen', { task: 'hub/task' }, byOperator());
    await coordinator.tick();
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    assert.deepEqual(answer.value.ended, [{ leaseId: id, state: 'stopped', reason: 'operator' }]);
  });

  it('C6: a worker that is sent to is served as well while it waits', async () => {
    world.settings = { ...world.settings, workers: [workerSetting('demo', ['demo'])] };
    world.transport.looksLike = { ok: false, reason: 'worker_busy', detail: 'demo' };
    const waiting = wait();
    await settled();
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    assert.deepEqual(world.transport.sent, []);
  });

  it('C6: of two that wait one gets the lease, the other goes on waiting', async () => {
    const both = [wait(), wait({ worker: 'other', repo: 'demo' }, byWorker('other'))];
    await settled();
    world.hub.says = snapshotOf();
    await coordinator.tick();
    const done = await Promise.all(both.map((call) => hasSettled(call)));
    assert.equal(done.filter(Boolean).length, 1);
  });

  it('C6: the end of the coordinator answers all that wait, and what comes after', async () => {
    const waiting = wait();
    await settled();
    await coordinator.dispose();
    const answer = await waiting;
    assert.equal(answer.ok && answer.value.grant, null);
    const late = await wait();
    assert.equal(late.ok && late.value.grant, null);
  });

  it('C6: ended waits leave no listener on the signal of their connection', async () => {
    const { signal } = new AbortController();
    for (let call = 0; call < 3; call += 1) {
      const waiting = wait({}, {}, signal);
      await settled();
      world.time.advance(60_000);
      await waiting;
    }
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});
