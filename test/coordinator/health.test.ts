import assert from 'node:assert/strict';
import type { Coordinator } from '../../src/coordinator/coordinator.ts';
import { buildHealth, type HealthInputs } from '../../src/coordinator/health.ts';
import { initialState } from '../../src/core/model/state.ts';
import type { TaskId } from '../../src/core/model/ids.ts';
import { byWorker, World } from '../kit/coordinatorWorld.ts';
import { settingsWith } from '../kit/settings.ts';
import { snapshotOf } from '../kit/snapshots.ts';

const hub = 'hub' as never;

const healthOf = (given: Partial<HealthInputs> = {}) =>
  buildHealth({
    now: 0,
    startedAt: 0,
    lastTickAt: 0,
    state: initialState(),
    configuration: { settings: settingsWith(), problems: [], pending: null },
    sources: [{ name: hub, goodAt: 0, failure: null, ignored: [] }],
    projections: [],
    sessions: [],
    transports: ['command'],
    look: () => 'unknown',
    ...given,
  });
const rowOf = (rows: ReturnType<typeof healthOf>, group: string) => rows.find((row) => row.group === group);

describe('health as data', () => {
  it('C4: all is well: every row says so, and none has a next step', () => {
    const rows = healthOf();
    assert.deepEqual(
      rows.map(({ group, id, level, next }) => [group, id, level, next]),
      [
        ['coordinator', 'coordinator', 'ok', ''],
        ['configuration', 'configuration', 'ok', ''],
        ['source', 'hub', 'ok', ''],
        ['worker', 'demo', 'ok', ''],
        ['transport', 'command', 'ok', ''],
      ],
    );
  });

  it('every row that is not ok says what to do next', () => {
    const state = initialState();
    const taskId = 'hub/task' as TaskId;
    state.liveByTask.set(taskId, 'lease' as never);
    state.workers.set('demo' as never, {
      id: 'demo' as never,
      registeredRepos: null,
      isSkipped: true,
      idleSinceAt: 0,
      process: null,
    });
    const rows = healthOf({
      now: 61_000,
      state,
      configuration: {
        settings: settingsWith({ canDispatch: false }),
        problems: [{ message: 'maxAttempts: a whole number from 1 to 9' }],
        pending: { digest: 'd', changes: ['allow'] },
      },
      sources: [{ name: hub, goodAt: null, failure: { reason: 'offline', next: 'Look.' }, ignored: [] }],
      sessions: [{ taskId, lastTurnAt: 0, lastError: 'reconcile human input: offline' }],
    });
    const ill = rows.filter(({ level }) => level !== 'ok');
    assert.deepEqual(
      ill.map(({ group, level }) => [group, level]),
      [
        ['coordinator', 'warn'],
        ['configuration', 'error'],
        ['configuration', 'warn'],
        ['source', 'error'],
        ['worker', 'warn'],
        ['session', 'warn'],
      ],
    );
    assert.ok(ill.every(({ next, reason }) => next !== '' && reason !== ''));
  });

  it('C19: receipts that wait are a warning of their source', () => {
    const projections = [
      { source: hub, failures: 1, nextAt: 5000, failure: { reason: 'the hub is down', next: 'Wait.' } },
    ];
    const row = rowOf(healthOf({ projections }), 'source');
    assert.deepEqual(
      [row?.level, row?.reason, row?.next, row?.lastError],
      ['warn', '0 receipts wait: the hub is down', 'Wait.', 'the hub is down'],
    );
  });

  it('C1, C3: tasks and messages that have no place here are a warning of their source', () => {
    for (const [why, text] of [
      ['no_repo', 'names no configured repo'],
      ['unknown_agent', 'is for nobody known here'],
    ] as const) {
      const ignored = [{ id: 'a', why }];
      const row = rowOf(healthOf({ sources: [{ name: hub, goodAt: 0, failure: null, ignored }] }), 'source');
      const says = `1 ignored; a ${text}`;
      assert.deepEqual([row?.level, row?.reason], ['warn', says]);
    }
  });

  it('C4: a frozen source says why, and how old what is known of it is', () => {
    const of = (goodAt: number | null) =>
      rowOf(
        healthOf({
          now: 41_000,
          sources: [{ name: hub, goodAt, failure: { reason: 'offline', next: 'Look.' }, ignored: [] }],
        }),
        'source',
      );
    assert.deepEqual(
      [of(1_000)?.level, of(1_000)?.reason],
      ['error', 'frozen: offline; last good snapshot 40 s ago'],
    );
    assert.equal(of(null)?.reason, 'frozen: offline; no good snapshot yet');
  });

  it('C4, C19: a source that was taken out of the configuration says what is left of it', async () => {
    const world = new World(snapshotOf());
    world.hub.takesReceipts = false;
    const coordinator = await world.open();
    await coordinator.tick();
    const without = world.settings.sources.filter(({ name }) => name !== 'hub');
    world.settings = { ...world.settings, sources: without };
    const rows = coordinator
      .health()
      .filter(({ group, reason }) => group === 'source' && reason.includes('any more'));
    assert.deepEqual(
      rows.map(({ id, level, reason }) => [id, level, reason]),
      [['hub', 'warn', 'not in the configuration any more; 1 open leases and 3 receipts wait for it']],
    );
    assert.match(rows[0]!.next, /Put hub back into sources/);
    await world.close();
  });

  it('T6: the session of a task tells its last failure as long as the task has a lease, and is gone an hour later', () => {
    const sessions = [{ taskId: 'hub/task' as TaskId, lastTurnAt: 0, lastError: 'reconcile human input: x' }];
    const state = initialState();
    state.liveByTask.set('hub/task' as TaskId, 'lease' as never);
    assert.equal(rowOf(healthOf({ sessions, state }), 'session')?.lastError, 'reconcile human input: x');
    const ended = rowOf(healthOf({ sessions }), 'session');
    assert.deepEqual([ended?.level, ended?.lastError], ['ok', null]);
    assert.equal(rowOf(healthOf({ sessions, now: 3_600_001 }), 'session'), undefined);
  });
});

describe('C13: how a worker is', () => {
  let world: World;
  let coordinator: Coordinator;
  let life: 'alive' | 'ended' | 'unknown';

  beforeEach(async () => {
    world = new World(snapshotOf({ tasks: [] }));
    life = 'alive';
    world.presence.look = () => life;
    coordinator = await world.open();
    await coordinator.execute('task.add', { title: 'Fix parser' }, byWorker());
  });
  afterEach(() => world.close());

  const row = () => {
    const found = coordinator.health().find(({ group }) => group === 'worker');
    const lease = /[0-9a-f-]{36}/g;
    return [found?.level, found?.reason.replace(lease, 'ID'), found?.next.replace(lease, 'ID')];
  };

  it('C13: free, at work, quiet, absent: each with what to do', async () => {
    world.settings = { ...world.settings, workerTasks: true };
    await coordinator.execute('task.add', { title: 'Fix lexer' }, byWorker());
    assert.deepEqual(row(), ['ok', 'free', '']);
    await coordinator.tick();
    const process = { pid: 12, startedAt: 3 };
    const taken = await coordinator.execute('lease.next', { worker: 'demo', process }, byWorker());
    assert.ok(taken.ok && taken.value.grant !== null);
    assert.deepEqual(row(), ['ok', 'works on lease ID; its process 12 lives', '']);
    world.time.advance(world.settings.leaseTtlMs);
    await coordinator.tick();
    assert.deepEqual(row(), [
      'warn',
      'quiet: no call on lease ID within its time; its process 12 lives',
      'Look at its terminal; if it hangs: signalbox stop ID.',
    ]);
    life = 'ended';
    const [level, reason, next] = row();
    assert.equal(level, 'warn');
    assert.match(reason!, /^absent; its process 12 has ended; it keeps lease ID until 20/);
    assert.match(next!, /signalbox next --worker demo, or stop the lease: signalbox stop ID\.$/);
  });
});
