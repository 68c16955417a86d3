import assert from 'node:assert/strict';
import type { DeliveryReport } from '../../src/core/commands.ts';
import type { LeaseId, WorkerId } from '../../src/core/model/ids.ts';
import type { TransportState } from '../../src/core/model/lease.ts';
import { CoreWorld, operator, worker } from '../kit/coreWorld.ts';
import { states } from '../kit/leaseStates.ts';
import { workerSetting } from '../kit/settings.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const says = snapshotOf();

function report(world: CoreWorld, result: DeliveryReport['result'] | TransportState, attempt?: number): void {
  const lease = world.leases().at(-1);
  assert.ok(lease);
  const transport = (state: TransportState) => ({ endpointId: 'endpoint-demo', state, reason: null });
  world.ok('delivery.report', {
    leaseId: lease.id,
    attempt: attempt ?? lease.attempt,
    result: typeof result === 'string' ? { kind: 'state', transport: transport(result) } : result,
  });
}

function offered(settings: ConstructorParameters<typeof CoreWorld>[0] = {}): CoreWorld {
  const world = new CoreWorld(settings);
  world.tick(says);
  return world;
}

describe('C8: delivery is not completion', () => {
  for (const state of ['queued', 'injected'] as const) {
    it(`${state} leaves the lease offered, with endpoint, message and state stored`, () => {
      const world = offered();
      report(world, state);
      const lease = world.lease();
      assert.deepEqual([lease.state, lease.transport?.state], ['offered', state]);
      assert.equal(lease.transport?.endpointId, 'endpoint-demo');
      assert.ok(lease.messageId.startsWith('message-'));
    });
  }

  it('a report that says nothing new makes no event', () => {
    const world = offered();
    report(world, 'injected');
    const mark = world.events.length;
    report(world, 'injected');
    assert.deepEqual(world.typesSince(mark), []);
  });

  it('a report on an older attempt, on a held lease or on none is ignored', () => {
    const world = offered();
    report(world, 'failed', 0);
    world.ack(world.lease());
    const mark = world.events.length;
    report(world, 'failed');
    const result = { kind: 'transient', reason: 'late' } as const;
    const { lease } = world.ok('delivery.report', { leaseId: 'x' as LeaseId, attempt: 1, result });
    assert.equal(lease, null);
    assert.deepEqual(world.typesSince(mark), []);
  });
});

describe('C9: one lease has one id, one prompt and one message for life', () => {
  it('the prompt has its fixed text', () => {
    const world = offered();
    const { id, prompt } = world.lease();
    assert.equal(
      prompt,
      `Signalbox lease ${id}: Fix parser\nRepo demo, task hub/task, plan hub/plan\n` +
        `Start: signalbox ack --lease ${id}. Each turn: signalbox turn. Question: signalbox ask. ` +
        'End: signalbox complete, or signalbox checkpoint',
    );
  });

  it('the title is cleaned of what could turn or break its line, and cut at 200 characters', () => {
    const world = new CoreWorld();
    const title = `a\nb\u0000c\u202ed\u2028e${'\u{1F682}'.repeat(300)}`;
    world.tick(snapshotOf({ tasks: [taskOf({ title, workplan_id: null })] }));
    const [first, second] = world.lease().prompt.split('\n');
    assert.equal(first, `Signalbox lease ${world.lease().id}: abcde${'\u{1F682}'.repeat(195)}`);
    assert.equal(second, 'Repo demo, task hub/task');
  });

  it('an expired offer is sent again as the same message', () => {
    const world = offered();
    const { id, prompt, messageId } = world.lease();
    world.tick(says, 30_000);
    assert.deepEqual(world.tick(says, 5_000).sends, [id]);
    const again = world.lease();
    assert.deepEqual([again.id, again.prompt, again.messageId], [id, prompt, messageId]);
    assert.equal(again.attempt, 2);
  });

  it('the intent is stored before the send, and a restart sends what has no outcome yet', () => {
    const world = offered();
    const { id } = world.lease();
    assert.equal(world.lease().transport?.state, null);
    assert.deepEqual(world.ok('start', {}).resends, [id]);
    report(world, 'injected');
    assert.deepEqual(world.ok('start', {}).resends, []);
  });

  it('an offer that ran out meanwhile is not sent by a restart, the tick judges it', () => {
    const world = offered();
    world.now = 30_000;
    assert.deepEqual(world.ok('start', {}).resends, []);
  });
});

describe('C10: failed sends', () => {
  const transient = { kind: 'transient', reason: 'busy pipe' } as const;

  it('a transient error backs off for 5, 15, 60 and 300 s, and the last attempt stops it in that tick', () => {
    const world = offered();
    for (const waitMs of [5_000, 15_000, 60_000, 300_000]) {
      report(world, transient);
      const lease = world.lease();
      assert.ok(lease.state === 'backoff');
      assert.deepEqual([lease.reason, lease.dueAt], ['adapter_error', world.now + waitMs]);
      assert.deepEqual(world.tick(says, waitMs - 1).sends, []);
      assert.deepEqual(world.tick(says, 1).sends, [lease.id]);
    }
    report(world, transient);
    assert.deepEqual(states(world), ['stopped attempts_exhausted']);
  });

  it('the last wait repeats when there are more attempts than waits', () => {
    const world = offered({ maxAttempts: 9, retryBackoffMs: [1000] });
    for (let sends = 1; sends < 9; sends += 1) {
      report(world, transient);
      world.tick(says, 1000);
    }
    report(world, transient);
    assert.equal(world.lease().failedSends, 8);
    assert.deepEqual(states(world), ['stopped attempts_exhausted']);
  });

  it('failed sends are counted apart from unanswered offers and never reset', () => {
    const world = offered({ maxAttempts: 2 });
    world.tick(says, 30_000);
    assert.deepEqual(states(world), ['backoff unanswered']);
    world.tick(says, 5_000);
    report(world, transient);
    assert.deepEqual(states(world), ['backoff adapter_error']);
    assert.deepEqual([world.lease().failedSends, world.lease().unanswered], [1, 1]);
  });

  it('a safety error stops at once', () => {
    const world = offered();
    report(world, { kind: 'unsafe', reason: 'ambiguous_endpoint' });
    assert.deepEqual(states(world), ['stopped unsafe']);
  });

  it('transport state failed on a later look stops it', () => {
    const world = offered();
    report(world, 'injected');
    report(world, 'failed');
    assert.deepEqual(states(world), ['stopped transport_failed']);
  });

  it('undeliverable puts it back into the queue with the reason, and counts as no failure', () => {
    const world = offered();
    const transport = { endpointId: null, state: 'undeliverable', reason: 'no window' } as const;
    report(world, { kind: 'state', transport });
    const lease = world.lease();
    assert.ok(lease.state === 'pending');
    assert.deepEqual([lease.reason, lease.detail], ['undeliverable', 'no window']);
    assert.deepEqual([lease.failedSends, lease.unanswered], [0, 0]);
    world.tick(says);
    report(world, { kind: 'state', transport: { ...transport, reason: null } });
    const again = world.lease();
    assert.equal(again.state === 'pending' && again.detail, '');
  });

  it('a worker that has no endpoint any more or is busy when it is due is no attempt: the lease is pending', () => {
    const looks = [
      [new Map(), 'pending no_worker'],
      [new Map([['demo', { ok: false, reason: 'worker_busy', detail: 'it types' }]]), 'pending worker_busy'],
    ] as const;
    for (const [endpoints, shown] of looks) {
      const world = offered();
      report(world, transient);
      world.tick(says, 5_000, { endpoints: endpoints as never });
      assert.deepEqual(states(world), [shown]);
      assert.equal(world.lease().attempt, 1);
      assert.equal(
        world.refused('lease.ack', { lease: world.lease().id }, { actor: worker() }).kind,
        'invalid_state',
      );
    }
  });
});

describe('W6: a worker that is detached when its lease is due', () => {
  it('makes it wait window_gone', () => {
    const world = offered();
    world.tick(says, 30_000);
    const detachedAt = new Map([['demo' as WorkerId, world.now]]);
    assert.deepEqual(world.tick(says, 5_000, { detachedAt }).sends, []);
    assert.deepEqual(states(world), ['pending window_gone']);
    assert.equal(world.tick(says, 1_000).sends.length, 1);
  });
});

describe('C11: an offer that nobody acknowledged', () => {
  const ack = (world: CoreWorld) =>
    world.refused('lease.ack', { lease: world.lease(0).id }, { actor: worker() });

  it('the deadline itself is too late', () => {
    const world = offered();
    world.now = 30_000;
    assert.equal(ack(world).kind, 'expired');
    world.now = 29_999;
    world.ack(world.lease());
  });

  it('ack is refused expired in back-off too, and the lease is sent again after 5, 15, 60 and 300 s', () => {
    const world = offered();
    for (const waitMs of [5_000, 15_000, 60_000, 300_000]) {
      world.tick(says, 30_000);
      const lease = world.lease();
      assert.ok(lease.state === 'backoff');
      assert.deepEqual([lease.reason, lease.dueAt], ['unanswered', world.now + waitMs]);
      assert.equal(ack(world).kind, 'expired');
      assert.deepEqual(world.tick(says, waitMs).sends, [lease.id]);
    }
    world.tick(says, 30_000);
    assert.deepEqual(states(world), ['pending no_answer']);
  });

  function unanswered(settings: ConstructorParameters<typeof CoreWorld>[0] = {}): CoreWorld {
    const world = offered({ maxAttempts: 1, ...settings });
    world.tick(says, 30_000);
    return world;
  }

  it('the last unanswered offer skips that worker until any call of it', () => {
    const world = unanswered();
    assert.deepEqual(states(world), ['pending no_answer']);
    const mark = world.events.length;
    assert.deepEqual(world.tick(says, 3_600_000).sends, []);
    assert.deepEqual(world.typesSince(mark), []);
    assert.equal(ack(world).kind, 'expired');
    assert.equal(world.state.workers.get('demo' as WorkerId)?.isSkipped, false);
    assert.equal(world.lease().unanswered, 0);
    assert.equal(ack(world).kind, 'expired');
    assert.equal(world.tick(says).sends.length, 1);
  });

  it('another worker of the repo gets it in that tick', () => {
    const world = unanswered({ workers: ['a', 'b'].map((id) => workerSetting(id, ['demo'])) });
    const lease = world.lease();
    assert.ok(lease.state === 'offered');
    assert.deepEqual([lease.worker, lease.unanswered], ['b', 0]);
  });

  it('a lease that this worker never was offered is not called expired', () => {
    const world = offered({ maxAttempts: 1 });
    const both = snapshotOf({ tasks: [taskOf(), taskOf({ id: 'two' })] });
    world.tick(both, 30_000);
    assert.deepEqual(states(world), ['pending no_answer', 'pending no_answer']);
    const refused = world.refused('lease.ack', { lease: world.lease(1).id }, { actor: worker() });
    assert.equal(refused.kind, 'invalid_state');
  });

  it('C12: next takes the own unanswered lease before the first of the queue', () => {
    const world = unanswered();
    const both = snapshotOf({ tasks: [taskOf(), taskOf({ id: 'two' })] });
    world.tick(both);
    world.ok('task.reorder', { task: 'hub/two', before: 'hub/task' }, { actor: operator() });
    const { grant } = world.ok('lease.next', {}, { actor: worker() });
    assert.equal(grant?.lease.taskId, 'hub/task');
  });

  it('an operator sends it by hand: earlier silence, releases and back-off no longer count', () => {
    const world = unanswered();
    const { lease } = world.ok('lease.send', { lease: world.lease().id }, { actor: operator() });
    assert.deepEqual([lease.state, lease.unanswered], ['offered', 0]);
    assert.equal(world.state.workers.get('demo' as WorkerId)?.isSkipped, false);
  });
});

describe('C11: send by hand', () => {
  const send = (world: CoreWorld, index = 0, facts = {}) =>
    world.refused('lease.send', { lease: world.lease(index).id }, { actor: operator(), facts });
  const two = snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two' })] });

  it('a backed-off lease goes out at once, to the same worker if that can be reached', () => {
    const world = offered();
    world.tick(says, 30_000);
    assert.equal(send(world, 0, { endpoints: new Map() }).facts['reason'], 'no_worker');
    const busy = new Map([['demo' as WorkerId, { ok: false, reason: 'worker_busy', detail: '' } as const]]);
    assert.equal(send(world, 0, { endpoints: busy }).facts['reason'], 'worker_busy');
    world.ok('lease.send', { lease: world.lease().id }, { actor: operator() });
    assert.deepEqual(states(world), ['offered']);
  });

  it('C6: a worker that does not serve the repo any more gets it neither by hand nor by time', () => {
    const serving = (...repos: string[]) => [workerSetting('demo', ['other']), workerSetting('heir', repos)];
    const byTime = offered();
    byTime.tick(says, 30_000);
    byTime.settings = { ...byTime.settings, workers: serving('demo') };
    byTime.tick(says, 5_000);
    assert.deepEqual(byTime.lease(), { ...byTime.lease(), state: 'offered', worker: 'heir', unanswered: 0 });
    const byHand = offered();
    byHand.tick(says, 30_000);
    byHand.settings = { ...byHand.settings, workers: serving('other') };
    assert.equal(send(byHand).facts['reason'], 'no_worker');
    byHand.settings = { ...byHand.settings, workers: serving('demo') };
    byHand.ok('lease.send', { lease: byHand.lease().id }, { actor: operator() });
    assert.deepEqual(byHand.lease(), { ...byHand.lease(), state: 'offered', worker: 'heir' });
    const nobody = offered();
    nobody.tick(says, 30_000);
    nobody.settings = { ...nobody.settings, workers: serving('other') };
    nobody.tick(says, 5_000);
    assert.deepEqual(states(nobody), ['pending no_worker']);
  });

  it('one that is out already, has ended or is unknown is refused', () => {
    const world = offered();
    assert.equal(send(world).kind, 'invalid_state');
    world.ok('lease.stop', { lease: world.lease().id, note: 'no' }, { actor: operator() });
    assert.equal(send(world).kind, 'invalid_state');
    assert.equal(world.refused('lease.send', { lease: 'x' }, { actor: operator() }).kind, 'not_found');
  });

  it('what keeps it back is named: the scope, its status, a dirty tree, no endpoint, only polling workers', () => {
    const world = new CoreWorld();
    world.tick(two);
    assert.equal(send(world, 1).facts['reason'], 'scope_taken');
    world.tick(snapshotOf({ tasks: [taskOf({ id: 'one' }), taskOf({ id: 'two', status: 'wait' })] }));
    assert.equal(send(world, 1).facts['reason'], 'not_ready');
    const lost = offered();
    lost.ack(lost.lease());
    lost.tick(says, 600_000);
    assert.equal(send(lost, 1).facts['reason'], 'dirty_tree');
    const unreachable = new CoreWorld();
    unreachable.tick(says, 0, { endpoints: new Map() });
    assert.equal(send(unreachable, 0, { endpoints: new Map() }).facts['reason'], 'no_worker');
    const poll = new CoreWorld({ workers: [workerSetting('demo', ['demo'], 'poll')] });
    poll.tick(says);
    assert.equal(send(poll).facts['reason'], 'no_worker');
  });

  it('a waiting lease whose obstacle is gone passes the queue on its way out', () => {
    const world = new CoreWorld();
    world.ok('task.add', { title: 'First', plan: 'p' }, { actor: operator() });
    world.ok('task.add', { title: 'Second', after: ['p'] }, { actor: operator() });
    world.ok('scope.pause', { repo: 'demo' }, { actor: operator() });
    world.tick(snapshotOf({ tasks: [] }));
    assert.deepEqual(states(world), ['pending paused', 'waiting upstream']);
    world.ok('scope.resume', { repo: 'demo' }, { actor: operator() });
    world.ok('task.update', { task: '1', status: 'done' }, { actor: operator() });
    world.ok('lease.send', { lease: world.lease(1).id }, { actor: operator() });
    assert.deepEqual(states(world), ['pending paused', 'offered']);
  });

  it('a task that is gated by now is not sent, though no tick has seen it yet', () => {
    const world = new CoreWorld({ allow: ['network'] });
    world.tick(snapshotOf({ tasks: [taskOf({ action_classes: ['network'] })] }), 0, { endpoints: new Map() });
    world.settings = { ...world.settings, allow: [] };
    const refused = send(world);
    assert.deepEqual([refused.kind, refused.facts['gate']], ['gated', 'action_class']);
    const { held } = world.ok('lease.next', { worker: 'demo' }, { actor: worker() });
    assert.deepEqual(held, [{ leaseId: world.lease().id, reason: 'gated', detail: 'action_class' }]);
    assert.equal(
      world.refused('lease.ack', { lease: world.lease().id }, { actor: operator() }).kind,
      'gated',
    );
  });
});
