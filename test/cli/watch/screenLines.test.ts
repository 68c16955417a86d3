import assert from 'node:assert/strict';
import type { StatusView } from '../../../src/cli/status/statusView.ts';
import { screenLines, type LiveScreen } from '../../../src/cli/watch/screenLines.ts';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';

const now = new Date(2026, 0, 31, 14, 32).getTime();

const statusOf = (queued: number, given: Partial<StatusView> = {}): StatusView => ({
  counts: { acknowledged: 1, offered: 0, backoff: 0, pending: queued, waiting: 0, stopped: 0 },
  questions: [],
  gated: [],
  leases: [
    leaseViewOf({ id: 'r', state: 'acknowledged', worker: 'w1', deadline_at: now + 9_000 }),
    ...Array.from({ length: queued }, (_, at) => leaseViewOf({ id: `q${at}`, rank: at })),
  ],
  stopped: [],
  scopes: [],
  problems: [],
  ...given,
});

describe('the screen of watch', () => {
  const lines = (status: StatusView | null, rows: number, given: Partial<LiveScreen> = {}, columns = 80) =>
    screenLines(
      { now, columns, isColoured: false },
      { root: '/work', status, at: now, lost: null, ...given },
      rows,
    );

  it('shows what status shows, with the time that is left and the state of health', () => {
    assert.deepEqual(lines(statusOf(1), 24), [
      'signalbox watch /work  14:32, q quits',
      'Health at 14:32: all is well',
      '',
      '1 running, 0 offered, 0 offering again, 1 queued, 0 waiting, 0 questions open',
      '',
      'Running',
      'LEASE  TASK    REPO  WORKER  STATE    UNTIL   TITLE',
      'r      file/1  demo  w1      running  in 9 s  Fix parser',
      '',
      'Queue',
      'LEASE  TASK    REPO  STATE   BY  TITLE',
      'q0     file/1  demo  queued      Fix parser',
    ]);
  });

  it('is never higher or wider than the terminal, and shortens the queue before the rest', () => {
    for (const [columns, rows] of [
      [80, 16],
      [30, 5],
      [7, 1],
    ] as const) {
      const shown = lines(statusOf(40), rows, {}, columns);
      assert.ok(shown.length <= rows, String(rows));
      assert.ok(
        shown.every((line) => line.length <= columns),
        shown.join('\n'),
      );
    }
    assert.deepEqual(lines(statusOf(40), 16).slice(-4), [
      'q1     file/1  demo  queued      Fix parser',
      'q2     file/1  demo  queued      Fix parser',
      'q3     file/1  demo  queued      Fix parser',
      'and 36 more: signalbox task list',
    ]);
    assert.equal(lines(statusOf(40), 8).at(-1), '... 8 more lines: signalbox status');
  });

  it('counts what is not well', () => {
    const row = { id: 'x', group: 'store', name: 'x', reason: 'r', next: null } as const;
    const problems = [
      { ...row, level: 'error' as const },
      { ...row, level: 'warn' as const },
      { ...row, level: 'warn' as const },
    ];
    assert.equal(
      lines(statusOf(0, { problems }), 24)[1],
      'Health at 14:32: 1 error, 2 warnings; see signalbox health',
    );
  });

  it('keeps what it knows while no coordinator is there, and says how old it is', () => {
    const lost = new ProtocolError('unavailable', 'the coordinator\u001b[2J has gone', 'Start one.');
    const shown = lines(statusOf(0), 24, { lost, at: now - 60_000 });
    assert.deepEqual(shown.slice(0, 5), [
      'signalbox watch /work  14:32, q quits',
      'the coordinator [2J has gone',
      'Start one.',
      'This was so at 14:31; it goes on by itself when a coordinator is there.',
      'Health at 14:31: all is well',
    ]);
  });

  it('C20: shows what was stopped, and when', () => {
    const stopped = [leaseViewOf({ id: 's', state: 'stopped', reason: 'operator', ended_at: now - 60_000 })];
    assert.deepEqual(lines(statusOf(0, { stopped }), 24).slice(-3), [
      'Stopped in the last 24 h',
      'LEASE  TASK    REPO  STATE                 ENDED      TITLE',
      's      file/1  demo  stopped: by a person  1 min ago  Fix parser',
    ]);
  });
});
