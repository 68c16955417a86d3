import assert from 'node:assert/strict';
import { buildHealth, type HealthInputs } from '../../src/coordinator/health.ts';
import { initialState } from '../../src/core/model/state.ts';
import { settingsWith } from '../kit/settings.ts';

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
      sessions: [{ taskId: 'hub/task' as never, lastTurnAt: 0, lastError: 'reconcile human input: offline' }],
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
      assert.deepEqual([row?.level, row?.reason], ['warn', `1 ignored; a ${text}`]);
    }
  });
});
