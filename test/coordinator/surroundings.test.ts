import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { TransportFault } from '../../src/coordinator/ports.ts';
import { byOperator, byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { settled } from '../kit/settled.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const minute = 60_000;
const process = { pid: 100, startedAt: 1 };

describe('holders, connections, trees and adapters', () => {
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

  async function ack(caller: object = {}): Promise<{ lease: string; epoch: string }> {
    const lease = leasesOf(coordinator)[0]?.id as string;
    const acked = await coordinator.execute('lease.ack', { lease, ...caller }, byWorker());
    assert.ok(acked.ok, JSON.stringify(acked));
    return { lease, epoch: acked.value.epoch };
  }
  async function tickAfter(ms: number): Promise<void> {
    world.time.advance(ms);
    await coordinator.tick();
  }
  const standings = () =>
    leasesOf(coordinator).map((lease) => [lease.state, 'reason' in lease ? lease.reason : null]);

  it('C13: a holder whose process lives is only quiet past its deadline', async () => {
    world.presence.look = () => 'alive';
    await ack({ process });
    await tickAfter(30 * minute);
    assert.deepEqual(standings(), [['acknowledged', null]]);
    assert.match(coordinator.health().find(({ group }) => group === 'worker')?.reason ?? '', /quiet/);
  });

  it('C13, W6: a closed terminal makes its holder absent at once: another may take the lease, and its deadline ends it', async () => {
    world.presence.look = () => 'ended';
    await ack({ process });
    await tickAfter(minute);
    assert.deepEqual(standings(), [['acknowledged', null]]);
    const taken = await coordinator.next({ session: 's2' }, byWorker(), { waitMs: 0 });
    assert.ok(taken.ok && taken.value.grant);
    await tickAfter(10 * minute);
    assert.deepEqual(standings()[0], ['stopped', 'holder_lost']);
  });

  it('C13: a process that nobody can look at counts as there until the deadline, and no longer', async () => {
    await ack({ process });
    await tickAfter(10 * minute - 1);
    assert.deepEqual(standings(), [['acknowledged', null]]);
    await tickAfter(1);
    assert.deepEqual(standings()[0], ['stopped', 'holder_lost']);
  });

  it("C7: a scope does not drain for ever when its holder's process can't be looked at", async () => {
    const { lease } = await ack({ process });
    await coordinator.execute('lease.release', { lease }, byOperator());
    await tickAfter(minute);
    assert.deepEqual(standings()[1], ['pending', 'draining']);
    await tickAfter(9 * minute);
    assert.equal(standings()[1]?.[0], 'offered');
  });

  it("C7: a scope drains no longer than its holder's process lives", async () => {
    world.presence.look = () => 'alive';
    const { lease } = await ack({ process });
    await coordinator.execute('lease.release', { lease }, byOperator());
    await tickAfter(60 * minute);
    assert.deepEqual(standings()[1], ['pending', 'draining']);
    assert.match(coordinator.health().find(({ group }) => group === 'scope')?.reason ?? '', /draining/);
    world.presence.look = () => 'ended';
    await tickAfter(1000);
    assert.equal(standings()[1]?.[0], 'offered');
  });

  it('W6: a closed connection detaches its worker for 60 s: leases stay, offers wait window_gone, then no_worker', async () => {
    const call = await ack();
    coordinator.detach('demo' as never);
    await tickAfter(1000);
    assert.deepEqual(standings(), [['acknowledged', null]]);
    await coordinator.execute('lease.complete', call, byWorker());
    world.hub.says = snapshotOf({ tasks: [taskOf({ id: 'next' })] });
    await tickAfter(1000);
    assert.deepEqual(standings()[1], ['pending', 'window_gone']);
    await tickAfter(58_000);
    assert.deepEqual(standings()[1], ['pending', 'no_worker']);
    coordinator.attach('demo' as never);
    await tickAfter(1000);
    assert.equal(standings()[1]?.[0], 'offered');
  });

  it('W6: an offer that is due again waits window_gone while its worker is detached', async () => {
    await tickAfter(30_000);
    coordinator.detach('demo' as never);
    await tickAfter(5000);
    assert.deepEqual(standings(), [['pending', 'window_gone']]);
  });

  it("C14: git is looked at before a lost holder's commit: a clean tree asks nobody", async () => {
    const looked: string[] = [];
    world.trees.isDirty = (repo) => {
      looked.push(repo);
      return Promise.resolve(false);
    };
    await ack();
    await tickAfter(10 * minute);
    assert.deepEqual([looked, standings()[1]?.[0]], [['demo'], 'offered']);
  });

  it('C14: uncommitted changes, a failing git and one without an answer in 5 s hold the successor', async () => {
    await ack();
    world.trees.isDirty = () => new Promise(() => undefined);
    world.time.advance(10 * minute);
    const ticked = coordinator.tick();
    await settled();
    world.time.advance(5000);
    await ticked;
    assert.deepEqual(standings()[1], ['pending', 'dirty_tree']);
  });

  it('C14: health shows attempts_exhausted until the task is re-opened, and not again after it is done', async () => {
    world.settings = { ...world.settings, maxAttempts: 1 };
    const exhausted = () => coordinator.health().some(({ reason }) => reason === 'attempts_exhausted');
    const call = await ack();
    await coordinator.execute('lease.fail', { ...call, reason: 'stuck', retryable: true }, byWorker());
    assert.equal(exhausted(), true);
    await coordinator.execute('task.reopen', { task: 'hub/task' }, byOperator());
    await tickAfter(1000);
    assert.equal(exhausted(), false);
    const taken = await coordinator.next({}, byWorker(), { waitMs: 0 });
    assert.ok(taken.ok && taken.value.grant);
    const done = { lease: taken.value.grant.lease.id, epoch: taken.value.grant.epoch };
    await coordinator.execute('lease.complete', done, byWorker());
    assert.equal(exhausted(), false);
  });

  it('C9: a repeated lease.send is no second send', async () => {
    world.transport.answer = new TransportFault('transient', 'no');
    world.settings = { ...world.settings, retryBackoffMs: [60_000] };
    world.hub.says = snapshotOf({ tasks: [taskOf({ id: 'one' })] });
    await tickAfter(30_000);
    const [first] = leasesOf(coordinator);
    await coordinator.execute('lease.stop', { lease: first?.id as string }, byOperator());
    await tickAfter(1000);
    const lease = leasesOf(coordinator)[1]?.id as string;
    world.transport.answer = { endpointId: 'endpoint', state: 'injected', reason: null };
    const before = world.transport.sent.length;
    const request = { requestId: world.store.events.at(-1)?.id as never, digest: 'send' };
    const by = { ...byOperator(), request };
    const both = await Promise.all([coordinator.send({ lease }, by), coordinator.send({ lease }, by)]);
    assert.deepEqual(
      both.map(({ ok }) => ok),
      [true, true],
    );
    assert.deepEqual(both[0], both[1]);
    assert.ok((await coordinator.send({ lease }, by)).ok);
    assert.equal(world.transport.sent.length, before + 1);
    const refused = await coordinator.send({ lease }, byOperator());
    assert.equal(refused.ok ? '' : refused.error.kind, 'invalid_state');
  });

  it('T9: a remote worker lives its whole life with the same calls, without terminal, tree or adapter here', async () => {
    world.settings = { ...world.settings, workers: [] };
    world.hub.says = snapshotOf({ tasks: [taskOf({ id: 'remote' })] });
    await coordinator.execute('lease.stop', { lease: leasesOf(coordinator)[0]?.id as string }, byOperator());
    const by = byWorker('far');
    const waiting = coordinator.next({ worker: 'far', repo: 'demo', session: 'ssh' }, by, { waitMs: 60_000 });
    await settled();
    await tickAfter(15_000);
    const answer = await waiting;
    assert.ok(answer.ok && answer.value.grant);
    const call = { lease: answer.value.grant.lease.id, epoch: answer.value.grant.epoch, worker: 'far' };
    assert.ok((await coordinator.turn({ ...call, verdict: 'continue' }, by)).ok);
    assert.ok((await coordinator.execute('lease.checkpoint', { ...call, checkpoint: {} }, by)).ok);
    const child = await coordinator.next({ worker: 'far', session: 'ssh' }, by, { waitMs: 0 });
    assert.ok(child.ok && child.value.grant);
    const last = { lease: child.value.grant.lease.id, epoch: child.value.grant.epoch, worker: 'far' };
    assert.ok((await coordinator.execute('lease.complete', last, by)).ok);
    assert.equal(world.transport.sent.length, 1);
    assert.ok(coordinator.health().some(({ group, id }) => group === 'session' && id === 'hub/remote'));
  });

  it('C16: absence is what the host measured, not the way between two ticks', async () => {
    await ack();
    world.absentMs = 60 * minute;
    await tickAfter(60 * minute);
    world.absentMs = 0;
    assert.deepEqual(standings(), [['acknowledged', null]]);
    world.settings = { ...world.settings, workers: [workerSetting('other', ['demo'])] };
    await tickAfter(10 * minute);
    assert.deepEqual(standings()[0], ['stopped', 'holder_lost']);
  });
});
