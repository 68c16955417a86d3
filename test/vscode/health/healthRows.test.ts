import assert from 'node:assert/strict';
import { hostOf } from '../../kit/hostOfRoot.ts';
import { english } from '../../kit/l10n.ts';
import type { HostFailure } from '../../../src/host/hostFailure.ts';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import type { HealthRow, HealthView } from '../../../src/protocol/views.ts';
import {
  changedHealthRows,
  type HealthRows,
  healthRows,
  isRowOf,
} from '../../../src/vscode/health/healthRows.ts';
import type { RootHealth } from '../../../src/vscode/health/hostRow.ts';

const now = new Date(2026, 6, 1, 12, 0).getTime();
const well = (group: HealthRow['group'], name: string, reason = 'fine'): HealthRow => ({
  ...{ id: `${group}:${name}`, group, name, level: 'ok', reason, next: null },
});
const ill = (
  group: HealthRow['group'],
  name: string,
  next: string,
  level: 'warn' | 'error' = 'warn',
): HealthRow => ({
  ...{ id: `${group}:${name}`, group, name, level, reason: `${name} is ill`, next },
});
const viewOf = (...rows: HealthRow[]): HealthView => ({
  rows,
  writer: { runs_in: 'window', pid: 7, host: 'desk', term: 3, since: now - 60_000 },
  at: now,
});
const rootOf = (given: Partial<RootHealth> = {}): RootHealth => ({
  ...{ path: '/r', host: hostOf({ isServing: true }), isConnected: true, away: null, health: viewOf() },
  ...given,
});
const rowsOf = (...roots: RootHealth[]): HealthRows => healthRows(roots, now, english);

/** The tree as it is read: a line each, further in what is below. */
const shown = ({ roots, rows }: HealthRows): string[] => {
  const lines: string[] = [];
  const put = (ids: readonly string[], indent: string): void => {
    for (const id of ids) {
      const row = rows.get(id)!;
      const said = [row.level, row.label, row.description, row.remedy && `[${row.remedy}]`].filter(Boolean);
      lines.push(indent + said.join(' | '));
      put(row.children, `${indent}  `);
    }
  };
  put(roots, '');
  return lines;
};

describe('rows of the Health tree', () => {
  it('says that this window writes, and what its coordinator says, in groups', () => {
    const health = viewOf(
      well('coordinator', 'coordinator', '2 open leases'),
      well('store', 'backup', `the last one is of ${new Date(now - 7_200_000).toISOString()}`),
      well('worker', 'demo', 'works on lease 0198a2b4-0000-7000-8000-00000badcafe'),
      well('worker', 'other', 'free'),
    );
    assert.deepEqual(shown(rowsOf(rootOf({ health }))), [
      'ok | Coordinator | this window writes, since 11:59, term 3',
      '  ok | Work | 2 open leases',
      'ok | Store | well',
      '  ok | Last backup | the last one is of 10:00',
      'ok | Workers | 2, all well',
      '  ok | demo | works on lease 0badcafe',
      '  ok | other | free',
    ]);
  });

  it('what is ill stands first, with what to do below it and a button that does it', () => {
    const health = viewOf(
      well('source', 'workspace'),
      ill('source', 'hub', 'Wait, or look at the hub.', 'error'),
      ill('source', 'file', 'Add the repo to the configuration.'),
      ill('store', 'disk', 'Make room on the disk.'),
      ill('configuration', 'pending', 'Read the changes, then confirm them.'),
      ill('configuration', 'problem-1', 'Correct the file.', 'error'),
    );
    assert.deepEqual(shown(rowsOf(rootOf({ health }))), [
      'error | Configuration | 2 of 2 need a look',
      '  error | Mistake | problem-1 is ill | [openConfiguration]',
      '    error | Correct the file. | [openConfiguration]',
      '  warn | Waits for confirmation | pending is ill | [confirmConfiguration]',
      '    warn | Read the changes, then confirm them. | [confirmConfiguration]',
      'error | Sources | 2 of 3 need a look',
      '  error | hub | hub is ill | [refreshSources]',
      '    error | Wait, or look at the hub. | [refreshSources]',
      '  warn | file | file is ill | [openConfiguration]',
      '    warn | Add the repo to the configuration. | [openConfiguration]',
      '  ok | workspace | fine',
      'warn | Store | 1 of 1 need a look',
      '  warn | Disk | disk is ill | [compactStore]',
      '    warn | Make room on the disk. | [compactStore]',
      'ok | Coordinator | this window writes, since 11:59, term 3',
    ]);
  });

  it('a window that follows says who writes', () => {
    const host = hostOf({ isFollowing: true });
    assert.deepEqual(shown(rowsOf(rootOf({ host }))), [
      'ok | Coordinator | this window follows; another window writes (process 7 on desk), since 11:59, term 3',
    ]);
    const health = { ...viewOf(), writer: { ...viewOf().writer, runs_in: 'serve' as const } };
    assert.deepEqual(shown(rowsOf(rootOf({ host, health }))), [
      'ok | Coordinator | this window follows; signalbox serve writes (process 7 on desk), since 11:59, term 3',
    ]);
    assert.deepEqual(shown(rowsOf(rootOf({ host, health: null }))), [
      'ok | Coordinator | this window follows',
    ]);
  });

  const away = { isConnected: false, health: null };

  it('without a coordinator it says why, when it starts again and what to do', () => {
    const failure: HostFailure = {
      ...{
        kind: 'storage',
        fault: 'damaged',
        message: 'journal-3 is damaged',
        next: 'See what can be saved.',
      },
      pid: null,
    };
    const host = hostOf({ failure, startsAgainAt: now + 8_000 });
    assert.deepEqual(shown(rowsOf(rootOf({ ...away, host }))), [
      'error | Coordinator | journal-3 is damaged; it starts again at 12:00:08 | [runDoctor]',
      '  error | See what can be saved. | [runDoctor]',
    ]);
  });

  it('S2: a coordinator that has the store and can not be reached can be taken over from', () => {
    const failure: HostFailure = {
      ...{ kind: 'busy' as const, fault: null, message: 'process 7 has this store', next: 'Use it.', pid: 7 },
    };
    const host = hostOf({ isFollowing: true, failure });
    assert.deepEqual(shown(rowsOf(rootOf({ ...away, host }))), [
      'error | Coordinator | another coordinator has the store and does not answer here: process 7 has this store | [takeOverHere]',
      '  error | Use it. If that can not be, take over here: what it has acknowledged stays. | [takeOverHere]',
    ]);
  });

  it('one that is starting needs nothing; one that does not answer its own window is worth a look', () => {
    assert.deepEqual(shown(rowsOf(rootOf({ ...away, host: hostOf({}) }))), [
      'ok | Coordinator | is starting',
    ]);
    const refused = new ProtocolError('unavailable', 'it does not answer', 'Wait a moment.');
    assert.deepEqual(shown(rowsOf(rootOf({ ...away, away: refused }))), [
      'warn | Coordinator | it does not answer | [showLog]',
      '  warn | Wait a moment. | [showLog]',
    ]);
  });

  it('shows both roots of a window, each under its name', () => {
    const rows = rowsOf(
      rootOf({ path: '/w/one' }),
      rootOf({ path: '/w/two', host: hostOf({ isFollowing: true }) }),
    );
    assert.deepEqual(
      shown(rows).filter((line) => !line.startsWith(' ')),
      [
        'ok | one | this window writes, since 11:59, term 3',
        'ok | two | this window follows; another window writes (process 7 on desk), since 11:59, term 3',
      ],
    );
    assert.deepEqual(
      [isRowOf('/w/one|store', '/w/one'), isRowOf('/w/one', '/w/one'), isRowOf('/w/one|store', '/w/on')],
      [true, true, false],
    );
  });

  it('is empty without a root', () => assert.deepEqual(shown(rowsOf()), []));

  it('of a change only the rows that say something else are drawn again', () => {
    const before = rowsOf(rootOf({ health: viewOf(well('store', 'store'), well('worker', 'demo', 'free')) }));
    const after = rowsOf(rootOf({ health: viewOf(well('store', 'store'), well('worker', 'demo', 'busy')) }));
    assert.deepEqual(changedHealthRows(before, before), []);
    assert.deepEqual(changedHealthRows(before, after), ['/r|worker:demo']);
  });

  it('a group that comes to be ill is a row of its own, so that it opens', () => {
    const before = rowsOf(rootOf({ health: viewOf(well('source', 'hub')) }));
    const after = rowsOf(rootOf({ health: viewOf(ill('source', 'hub', 'Look at it.')) }));
    assert.deepEqual(
      [before.roots, after.roots],
      [
        ['/r|coordinator', '/r|source'],
        ['/r|source|ill', '/r|coordinator'],
      ],
    );
    assert.equal(changedHealthRows(before, after), 'all');
  });

  it('a long group is cut, and what is ill is among what is shown', () => {
    const many = Array.from({ length: 300 }, (_, at) => well('worker', `w${at}`));
    const { rows } = rowsOf(rootOf({ health: viewOf(...many, ill('worker', 'last', 'Look at it.')) }));
    const group = rows.get('/r|worker|ill')!;
    assert.deepEqual([group.children.length, group.children[0]], [200, '/r|worker:last']);
    assert.equal(group.description, '1 of 301 need a look; 200 are shown');
  });
});
