import assert from 'node:assert/strict';
import { evolveStored } from '../../src/core/evolve/evolve.ts';
import { initialState } from '../../src/core/model/state.ts';
import { retentionMs } from '../../src/core/rules/retention.ts';
import { held, nextOf, offered } from '../kit/coreLives.ts';
import { CoreWorld, operator, system, worker } from '../kit/coreWorld.ts';
import { snapshotOf, taskOf } from '../kit/snapshots.ts';

const start = 1_700_000_000_000;

describe('retention', () => {
  let world: CoreWorld;
  beforeEach(() => {
    world = new CoreWorld();
    world.now = start;
  });

  const takeReceipts = (): void => {
    const receiptIds = [...world.state.outbox.values()].map(({ id }) => id);
    world.ok('receipts.acknowledge', { receiptIds }, { actor: system });
  };
  /** What retention takes after so long, receipts delivered. */
  const archiveAfter = (ms: number, limit = 10): { archived: number; left: number } => {
    world.now += ms;
    takeReceipts();
    return world.ok('archive', { limit });
  };
  const complete = (): void => {
    const call = held(world);
    world.ok('lease.complete', call, { actor: worker() });
  };

  it('takes nothing from an empty register', () => {
    assert.deepEqual(archiveAfter(retentionMs), { archived: 0, left: 0 });
    assert.deepEqual(world.typesSince(0), []);
  });

  it('takes a lease 30 days after its end, not a millisecond before', () => {
    complete();
    assert.deepEqual(archiveAfter(retentionMs - 1), { archived: 0, left: 0 });
    assert.deepEqual(archiveAfter(1), { archived: 1, left: 0 });
    assert.deepEqual([...world.state.closed.values()], []);
  });

  it('its marker says how it ended, and keeps its trigger', () => {
    complete();
    const lease = world.lease();
    archiveAfter(retentionMs);
    const marker = world.events.at(-1);
    assert.deepEqual(marker?.data, {
      leaseId: lease.id,
      taskId: lease.taskId,
      source: 'task',
      revision: lease.revision,
      state: 'completed',
      reason: null,
      endedAt: start,
      trigger: {
        id: lease.triggerId,
        taskId: lease.taskId,
        revision: lease.revision,
        isConsumed: true,
        lost: 0,
      },
      newest: lease.id,
      needsSpell: true,
      questionIds: [],
      lastEpoch: 1,
      firstRank: 0,
      lastRank: 1,
    });
  });

  it('C5: a task with an archived trigger does not fire again, also after a replay of what is left', () => {
    const { id } = offered(world);
    world.ok('lease.stop', { lease: id }, { actor: operator() });
    archiveAfter(retentionMs);
    const marker = world.events.findLast(({ type }) => type === 'LeaseArchived');
    assert.ok(marker);
    const mark = world.events.length;
    world.tick(snapshotOf());
    assert.ok(!world.typesSince(mark).includes('LeaseCreated'));
    const left = world.events.filter(
      ({ about, type }) => about.leaseId !== id || type === 'LeaseArchived' || type === 'RevisionConsumed',
    );
    const state = initialState();
    for (const event of left) evolveStored(state, event);
    assert.deepEqual([...state.triggers.values()], [...world.state.triggers.values()]);
    assert.deepEqual([...state.triggersByRevision.entries()], [...world.state.triggersByRevision.entries()]);
  });

  it('C1: a task in progress with an archived lease is not adopted as one that never had any', () => {
    world = new CoreWorld({ adoptInProgress: true });
    world.now = start;
    const { id } = offered(world, snapshotOf({ tasks: [taskOf({ status: 'progress' })] }));
    world.ok('lease.stop', { lease: id }, { actor: operator() });
    archiveAfter(retentionMs);
    const mark = world.events.length;
    world.tick(snapshotOf({ tasks: [taskOf({ status: 'progress', title: 'Another title' })] }));
    assert.ok(!world.typesSince(mark).includes('LeaseCreated'));
  });

  it('C14, C17: a chain goes as a whole, and none of it while its task has a lease', () => {
    const call = held(world);
    world.ok('lease.checkpoint', { ...call, checkpoint: {} }, { actor: worker() });
    const child = nextOf(world, call);
    assert.deepEqual(archiveAfter(2 * retentionMs), { archived: 0, left: 0 });
    world.ok('lease.stop', { lease: child.id }, { actor: operator() });
    assert.deepEqual(archiveAfter(retentionMs - 1), { archived: 0, left: 0 });
    assert.deepEqual(archiveAfter(1), { archived: 1, left: 0 });
    assert.deepEqual(world.typesSince(world.events.length - 2), ['LeaseArchived', 'LeaseArchived']);
  });

  it('C19: a lease whose receipt waits stays', () => {
    complete();
    world.now += retentionMs;
    assert.deepEqual(world.ok('archive', { limit: 10 }), { archived: 0, left: 0 });
    takeReceipts();
    assert.deepEqual(world.ok('archive', { limit: 10 }), { archived: 1, left: 0 });
  });

  it('C7: a lease whose holder has still to be told stays', () => {
    const call = held(world);
    world.ok('lease.stop', { lease: call.lease }, { actor: operator() });
    assert.deepEqual(archiveAfter(retentionMs), { archived: 0, left: 0 });
    world.ok('scope.resume', { repo: 'demo' }, { actor: operator() });
    assert.deepEqual(archiveAfter(0), { archived: 1, left: 0 });
  });

  it('takes at most as many chains as it is told to, the longest ended first', () => {
    complete();
    world.tick(snapshotOf({ tasks: [taskOf({ id: 'other' })] }));
    const other = world.leases().at(-1);
    assert.ok(other);
    world.now += 1000;
    world.ok('lease.stop', { lease: other.id }, { actor: operator() });
    assert.deepEqual(archiveAfter(retentionMs, 1), { archived: 1, left: 1 });
    assert.deepEqual(
      [...world.state.closed.values()].map(({ id }) => id),
      [other.id],
    );
  });

  it('W1: a call that names an archived lease is told where to read it; by its task, that it is gone', () => {
    complete();
    const { id, taskId } = world.lease();
    archiveAfter(retentionMs);
    const byLease = world.refused('lease.renew', { lease: id, epoch: '1.secret' }, { actor: worker() });
    assert.deepEqual([byLease.kind, byLease.next.includes(`history --lease ${id}`)], ['not_found', true]);
    const byTask = world.refused('lease.renew', { task: taskId }, { actor: worker() });
    assert.deepEqual([byTask.kind, byTask.message], ['gone', 'The last lease of this task is archived.']);
    const shown = world.ok('task.cancel', { task: taskId }, { actor: operator() });
    assert.equal(shown.lease, null);
  });

  it('C6: who was idle as long as retention counts as never busy; what is known of a worker or scope stays', () => {
    world.ok('worker.register', { worker: 'guest', repo: 'demo' }, { actor: worker('guest') });
    complete();
    world.ok('scope.pause', { repo: 'demo' }, { actor: operator() });
    world.state.workers.set('shy' as never, {
      id: 'shy' as never,
      registeredRepos: null,
      isSkipped: true,
      idleSinceAt: 1,
      process: null,
    });
    const shy = world.state.workers.get('shy' as never);
    assert.ok(shy);
    world.state.workers.set('lately' as never, { ...shy, id: 'lately' as never, idleSinceAt: start + 1 });
    archiveAfter(retentionMs);
    assert.deepEqual(
      [...world.state.workers.values()].map(({ id, idleSinceAt }) => [id, idleSinceAt]),
      [
        ['guest', 0],
        ['shy', 0],
        ['lately', start + 1],
      ],
    );
    assert.deepEqual(
      [...world.state.scopes.values()].map(({ repo, isPaused }) => [repo, isPaused]),
      [['demo', true]],
    );
  });

  it('an event behind the last position is no stored event that follows', () => {
    complete();
    const state = initialState();
    const [first, , third] = world.events;
    assert.ok(first && third);
    evolveStored(state, first);
    evolveStored(state, { ...first, position: 7 });
    assert.equal(state.position, 7);
    assert.throws(() => evolveStored(state, third), /does not follow position 7/);
  });
});
