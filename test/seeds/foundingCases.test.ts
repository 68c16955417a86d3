import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { TransportFault } from '../../src/coordinator/ports.ts';
import type { Lease } from '../../src/core/model/lease.ts';
import type { Settings } from '../../src/core/model/settings.ts';
import type { Snapshot, SourceTask } from '../../src/core/model/snapshot.ts';
import { byWorker, leasesOf, World } from '../kit/coordinatorWorld.ts';
import { messageOf, planOf, snapshotOf, taskOf } from '../kit/snapshots.ts';

/** S6: the cases on which the product was founded, step by step with their times, through its public calls. */
describe('S6: the founding cases', () => {
  let world: World;
  let coordinator: Coordinator;

  async function start(says: Snapshot, settings: Partial<Settings> = {}): Promise<void> {
    world = new World(says, settings);
    coordinator = await world.open();
  }

  afterEach(() => world.close());

  async function tickAfter(seconds: number): Promise<void> {
    world.time.advance(seconds * 1000);
    await coordinator.tick();
  }

  const leases = (): Lease[] => leasesOf(coordinator);
  const lease = (index = 0): Lease => {
    const found = leases()[index];
    assert.ok(found, `there is no lease ${String(index)}`);
    return found;
  };
  const states = (): string[] => leases().map(({ state }) => state);
  const receiptsText = (): string =>
    JSON.stringify([...coordinator.state.outbox.values(), ...world.hub.projected]);

  async function acked(): Promise<{ lease: string; epoch: string; worker: string }> {
    const result = await coordinator.execute('lease.ack', { lease: lease().id }, byWorker());
    assert.ok(result.ok, JSON.stringify(result));
    return { lease: result.value.lease.id, epoch: result.value.epoch, worker: 'demo' };
  }

  async function kindOf(result: Promise<{ ok: boolean; error?: { kind: string } }>): Promise<string> {
    const settled = await result;
    return settled.ok ? 'accepted' : (settled.error?.kind ?? '');
  }

  it('S6, case 1: the same task at 0 and +15 s is sent once', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 1);
    assert.deepEqual(states(), ['offered']);
    assert.equal(lease().transport?.state, 'injected');
    for (const receipt of world.hub.projected) {
      assert.ok(!('prompt' in receipt) && !('checkpoint' in receipt));
    }
    assert.ok(world.hub.projected.length > 0);
  });

  const gates: [string, Partial<SourceTask>, string][] = [
    ['case 2: needs_human', { needs_human: true }, 'needs_human'],
    ['case 3: an intervention note', { intervention_note: 'private review note' }, 'private review note'],
    ['case 4: a title that asks for a secret', { title: 'Get a secret' }, 'Get a secret'],
    [
      'case 5: an action class that is not allowed',
      { action_classes: ['external_publish'] },
      'external_publish',
    ],
    ['case 6: a blocking reason', { blocking_reason: 'operator decision' }, 'operator decision'],
  ];
  for (const [name, gate, text] of gates) {
    it(`S6, ${name} stops the task, and its text is in no receipt`, async () => {
      await start(snapshotOf({ tasks: [taskOf(gate)] }));
      for (let tick = 0; tick < 8; tick += 1) await tickAfter(300);
      assert.equal(world.transport.sent.length, 0);
      assert.deepEqual(states(), ['stopped']);
      assert.ok(!receiptsText().includes(text));
    });
  }

  it('S6, case 7: a task waits for its upstream plan and is sent when that is finished', async () => {
    const edge = { id: 'e', from_workplan_id: 'plan', to_workplan_id: 'up', relationship_type: 'blocks' };
    const says = (status: string) =>
      snapshotOf({ plans: [planOf(), planOf({ id: 'up', status })], dependencies: [edge] });
    await start(says('active'));
    await tickAfter(0);
    assert.deepEqual(states(), ['waiting']);
    world.hub.says = says('finished');
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 1);
  });

  it('S6, case 8: status wait starts nothing', async () => {
    await start(snapshotOf({ tasks: [taskOf({ status: 'wait' })] }));
    await tickAfter(0);
    assert.equal(world.transport.sent.length, 0);
  });

  it('S6, case 9: an incoming edge from a plan that is not in the snapshot blocks nothing', async () => {
    const edge = {
      id: 'e',
      from_workplan_id: 'elsewhere',
      to_workplan_id: 'plan',
      relationship_type: 'blocks',
    };
    await start(snapshotOf({ dependencies: [edge] }));
    await tickAfter(0);
    assert.equal(world.transport.sent.length, 1);
  });

  it('S6, case 10: an adapter that always fails is tried maxAttempts times with one lease and one prompt', async () => {
    await start(snapshotOf());
    world.transport.answer = new TransportFault('transient', 'no');
    for (let tick = 0; tick < 7; tick += 1) await tickAfter(400);
    assert.equal(world.transport.sent.length, world.settings.maxAttempts);
    assert.equal(new Set(world.transport.sent.map(({ leaseId }) => leaseId)).size, 1);
    assert.equal(new Set(world.transport.sent.map(({ prompt }) => prompt)).size, 1);
    assert.deepEqual(states(), ['stopped']);
  });

  it('S6, case 11: a second runtime on the same store sends the same message again, not a second job', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    coordinator = await world.open();
    await tickAfter(31);
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 2);
    assert.equal(new Set(world.transport.sent.map(({ messageId }) => messageId)).size, 1);
  });

  it('S6, case 12: renew before ack and ack by another repo are refused; a summary stays out of receipts', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const { id } = lease();
    assert.equal(
      await kindOf(coordinator.execute('lease.renew', { lease: id }, byWorker())),
      'invalid_state',
    );
    const elsewhere = { lease: id, worker: 'other', repo: 'other' };
    assert.equal(await kindOf(coordinator.execute('lease.ack', elsewhere, byWorker('other'))), 'forbidden');
    const call = await acked();
    assert.ok((await coordinator.execute('lease.renew', call, byWorker())).ok);
    const checkpoint = { summary: 'all of it is done' };
    assert.ok((await coordinator.execute('lease.complete', { ...call, checkpoint }, byWorker())).ok);
    await coordinator.project();
    assert.deepEqual(states(), ['completed']);
    assert.ok(!receiptsText().includes('all of it is done'));
  });

  it('S6, case 13: an ack at +31 s is refused', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    world.time.advance(31_000);
    assert.equal(
      await kindOf(coordinator.execute('lease.ack', { lease: lease().id }, byWorker())),
      'expired',
    );
  });

  it('S6, case 14: receipts wait for the hub, and nothing else does', async () => {
    await start(snapshotOf());
    world.hub.takesReceipts = false;
    await tickAfter(0);
    assert.ok(coordinator.state.outbox.size > 0);
    const { says } = world.hub;
    world.hub.says = new Error('the hub is down');
    await tickAfter(40);
    assert.equal(world.transport.sent.length, 1);
    world.hub.says = says;
    world.hub.takesReceipts = true;
    await tickAfter(300);
    assert.equal(coordinator.state.outbox.size, 0);
  });

  it('S6, case 15: of two tasks of one repo one is offered and one is pending', async () => {
    await start(snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] }));
    await tickAfter(0);
    assert.deepEqual(states(), ['offered', 'pending']);
    assert.equal(world.transport.sent.length, 1);
  });

  it('S6, case 16: a message starts work only with the marker, and its body stays where it is', async () => {
    await start(snapshotOf({ tasks: [], messages: [messageOf({ subject: 'FYI' })] }));
    await tickAfter(0);
    assert.equal(world.transport.sent.length, 0);
    world.hub.says = snapshotOf({ tasks: [], messages: [messageOf({ subject: '[action] Inspect work' })] });
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 1);
    assert.ok(!world.transport.sent[0]?.prompt.includes('private message body'));
  });

  it('S6, case 17: a safety error stops after one tick', async () => {
    await start(snapshotOf());
    world.transport.answer = new TransportFault('unsafe', 'ambiguous_endpoint');
    await tickAfter(0);
    assert.deepEqual(states(), ['stopped']);
  });

  it('S6, case 26: a checkpoint continues in a child that is offered within the next tick', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const call = await acked();
    const checkpoint = { summary: 'half of it', next_action: 'the other half' };
    assert.ok((await coordinator.execute('lease.checkpoint', { ...call, checkpoint }, byWorker())).ok);
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 2);
    assert.equal(new Set(world.transport.sent.map(({ messageId }) => messageId)).size, 2);
    const [parent, child] = leases();
    assert.ok(parent && child);
    assert.equal(parent.state, 'checkpointed');
    assert.equal(child.state, 'offered');
    assert.equal(child.source, 'checkpoint');
    assert.equal(child.sourceId, parent.triggerId);
    assert.ok(
      child.prompt.includes(`Continue using Signalbox history: signalbox history --lease ${parent.id}`),
    );
    const ack = await coordinator.execute('lease.ack', { lease: child.id }, byWorker());
    assert.ok(ack.ok);
    const done = { lease: child.id, epoch: ack.value.epoch };
    assert.ok((await coordinator.execute('lease.complete', done, byWorker())).ok);
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 2);
  });

  it('S6, case 27: status progress and updated_at while offered change nothing', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    world.hub.says = snapshotOf({ tasks: [taskOf({ status: 'progress', updated_at: 'later' })] });
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 1);
    assert.deepEqual(states(), ['offered']);
  });

  it('S6, case 28: needs_human that appears later stops every lease of the task', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    world.hub.says = snapshotOf({ tasks: [taskOf({ needs_human: true })] });
    await tickAfter(15);
    assert.equal(world.transport.sent.length, 1);
    assert.deepEqual([...new Set(states())], ['stopped']);
  });

  it('S6, case 29: transport state failed on a later look stops the lease', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    world.transport.later = { endpointId: 'endpoint', state: 'failed', reason: 'the process ended' };
    await tickAfter(15);
    assert.deepEqual(states(), ['stopped']);
  });

  const wrongCheckpoints: [string, unknown][] = [
    ['case 30: a checkpoint that is a list', ['summary']],
    ['case 31: a summary that is an object', { summary: {} }],
    ['case 32: files_changed that is text', { files_changed: 'a.ts' }],
    ['case 33: a blocked_reason that is a list', { blocked_reason: ['why'] }],
  ];
  for (const [name, checkpoint] of wrongCheckpoints) {
    it(`S6, ${name} is refused and the lease stays acknowledged`, async () => {
      await start(snapshotOf());
      await tickAfter(0);
      const call = await acked();
      const refused = coordinator.execute('lease.checkpoint', { ...call, checkpoint }, byWorker());
      assert.equal(await kindOf(refused), 'invalid_params');
      assert.deepEqual(states(), ['acknowledged']);
    });
  }

  it('S6, case 34: turn continue returns what its reconcile recorded, and not again once reported', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const call = await acked();
    world.hub.human = { decisions: [{ external_id: 'd1', value: 'use the second design' }] };
    const first = await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
    assert.ok(first.ok);
    assert.deepEqual(
      first.value.decisions.map(({ value }) => value),
      ['use the second design'],
    );
    const shown = first.value.decisions.map(({ id }) => id);
    const second = await coordinator.turn({ ...call, verdict: 'continue', shown }, byWorker());
    assert.ok(second.ok);
    assert.deepEqual(second.value.decisions, []);
    const third = await coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
    assert.ok(third.ok);
    assert.deepEqual(third.value.decisions, []);
  });

  it('S6, case 35: rotate, prepare and refuse are echoed without decisions', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const call = await acked();
    world.hub.human = { decisions: [{ external_id: 'd1', value: 'use the second design' }] };
    for (const verdict of ['rotate_now', 'prepare_handoff', 'refuse']) {
      const answer = await coordinator.turn({ ...call, verdict }, byWorker());
      assert.ok(answer.ok);
      assert.equal(answer.value.verdict, verdict);
      assert.deepEqual(answer.value.decisions, []);
    }
  });

  it('S6, case 36: a stale epoch is a conflict, an unknown task is not found', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const call = await acked();
    const stale = coordinator.turn({ ...call, epoch: '0.stale', verdict: 'continue' }, byWorker());
    assert.equal(await kindOf(stale), 'conflict');
    const unknown = coordinator.turn({ task: 'hub/unknown', verdict: 'continue' }, byWorker());
    assert.equal(await kindOf(unknown), 'not_found');
  });

  it('S6, case 37: a reconcile that times out is seen in health by task id, not by the worker', async () => {
    await start(snapshotOf());
    await tickAfter(0);
    const call = await acked();
    world.hub.human = 'silence';
    const answer = coordinator.turn({ ...call, verdict: 'continue' }, byWorker());
    await new Promise((resolve) => setImmediate(resolve));
    world.time.advance(5000);
    const settled = await answer;
    assert.ok(settled.ok);
    assert.equal(settled.value.verdict, 'continue');
    const session = coordinator.health().find(({ group, id }) => group === 'session' && id === 'hub/task');
    assert.match(session?.lastError ?? '', /reconcile human input/);
  });
});
