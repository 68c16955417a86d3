import assert from 'node:assert/strict';
import type { LeaseView } from '../../src/protocol/views.ts';
import { changedRows, leaseRows, PAGE, type LeaseRows, pageOf } from '../../src/vscode/leaseRows.ts';
import { leaseViewOf } from '../kit/leaseView.ts';
import { scopeViewOf } from '../kit/taskView.ts';

const MINUTE_MS = 60_000;

/** What a person sees: groups with their rows. */
function shown({ roots, rows }: LeaseRows): Record<string, string[]> {
  const line = (id: string): string => [rows.get(id)!.label, rows.get(id)!.description].join(' | ');
  return Object.fromEntries(roots.map((id) => [line(id), rows.get(id)!.children.map(line)]));
}

describe('rows of the Leases tree', () => {
  it('each state has its group, in the order in which a person looks', () => {
    const leases = [
      leaseViewOf({ id: 'a', title: 'A', state: 'completed', ended_at: 5, worker: 'demo' }),
      leaseViewOf({
        id: 'b',
        title: 'B',
        state: 'stopped',
        reason: 'gated',
        gate: 'needs_human',
        ended_at: 6,
      }),
      leaseViewOf({ id: 'c', title: 'C', state: 'waiting', reason: 'upstream' }),
      leaseViewOf({ id: 'd', title: 'D', reason: 'scope_taken' }),
      leaseViewOf({ id: 'e', title: 'E', state: 'offered', worker: 'demo', deadline_at: 30_000 }),
      leaseViewOf({
        id: 'f',
        title: 'F',
        state: 'backoff',
        worker: 'demo',
        reason: 'unanswered',
        due_at: 300_000,
      }),
      leaseViewOf({
        id: 'g',
        title: 'G',
        state: 'acknowledged',
        worker: 'demo',
        deadline_at: 10 * MINUTE_MS,
      }),
      leaseViewOf({ id: 'h', title: 'H', state: 'checkpointed', worker: 'demo', ended_at: 7 }),
    ];
    assert.deepEqual(shown(leaseRows(leases, 0)), {
      'Running | 1': ['G | demo · running · 10 min left'],
      'Offered | 2': [
        'E | demo · offered · under 1 min left',
        'F | demo · offering again: not answered · in 5 min',
      ],
      'Queued | 1': ['D | repo in use'],
      'Waiting | 1': ['C | waits for other work'],
      'Stopped | 1': ['B | gate needs_human'],
      'Recent | 2': ['H | demo · checkpointed', 'A | demo · completed'],
    });
  });

  it('live leases stand in the order in which they go', () => {
    const leases = [
      leaseViewOf({ id: 'a', title: 'A', rank: 2 }),
      leaseViewOf({ id: 'b', title: 'B', rank: 2, created_at: 0 }),
      leaseViewOf({ id: 'c', title: 'C', rank: 1 }),
    ];
    const { rows } = leaseRows(leases, 0);
    assert.deepEqual(rows.get('queued')?.children, ['queued/c', 'queued/b', 'queued/a']);
  });

  it('a stopped lease that another goes on from is history', () => {
    const lost = { state: 'stopped', reason: 'holder_lost', ended_at: 1 } as const;
    const leases = [leaseViewOf({ ...lost, id: 'a', next: 'b' }), leaseViewOf({ ...lost, id: 'c' })];
    const { rows } = leaseRows(leases, 0);
    assert.deepEqual(rows.get('recent')?.children, ['recent/a']);
    assert.deepEqual(rows.get('stopped')?.children, ['stopped/c']);
  });

  it('a lease held by a person names the person', () => {
    const held = leaseViewOf({ state: 'acknowledged', operator: 'ada', deadline_at: 5 * MINUTE_MS });
    assert.equal(leaseRows([held], 0).rows.get('running/lease-1')?.description, 'ada · running · 5 min left');
  });

  it('C13: an open question stops the clock, and the row says what is needed', () => {
    const asking = leaseViewOf({ state: 'acknowledged', worker: 'demo', reason: 'question_open' });
    const { rows, changesAt } = leaseRows([asking], 0);
    assert.equal(rows.get('running/lease-1')?.description, 'demo · running: needs an answer');
    assert.equal(changesAt, null);
  });

  it('a reason that a newer coordinator knows is shown as it is', () => {
    const odd = leaseViewOf({ reason: 'points_frozen' });
    assert.equal(leaseRows([odd], 0).rows.get('queued/lease-1')?.description, 'points_frozen');
  });

  it('nothing is shown when there is no lease', () => {
    assert.deepEqual(leaseRows([], 0), { roots: [], rows: new Map(), changesAt: null });
  });
});

describe('a long group', () => {
  const many = (count: number): LeaseView[] =>
    Array.from({ length: count }, (_, at) => leaseViewOf({ id: String(at), rank: at }));

  it('shows a page, says how many there are and offers the next page', () => {
    const { rows } = leaseRows(many(5_000), 0);
    const group = rows.get('queued')!;
    assert.equal(group.description, '5000');
    assert.equal(group.children.length, PAGE + 1);
    assert.equal(rows.size, PAGE + 2);
    const more = rows.get(group.children.at(-1)!)!;
    assert.deepEqual([more.label, more.description], [`Show ${PAGE} more`, 'of 4800']);
  });

  it('shows as many pages as were asked for, and offers no more at the end', () => {
    const children = leaseRows(many(250), 0, { pages: { queued: 2 } }).rows.get('queued')!.children;
    assert.equal(children.length, 250);
    assert.equal(children.at(-1), 'queued/249');
  });
});

describe('the page of a lease', () => {
  it('is the one that has to be shown for it', () => {
    const leases = Array.from({ length: PAGE + 1 }, (_, at) => leaseViewOf({ id: String(at), rank: at }));
    assert.deepEqual(pageOf(leases, String(PAGE - 1)), { group: 'queued', pages: 1 });
    assert.deepEqual(pageOf(leases, String(PAGE)), { group: 'queued', pages: 2 });
    assert.equal(pageOf(leases, 'gone'), null);
  });
});

describe('time left', () => {
  const running = leaseViewOf({ state: 'acknowledged', worker: 'demo', deadline_at: 2 * 60 * MINUTE_MS });
  const at = (now: number): [string | undefined, number | null] => {
    const { rows, changesAt } = leaseRows([running], now);
    return [rows.get('running/lease-1')?.description.split(' · ')[2], changesAt];
  };

  it('says the instant at which a row changes though nothing happened, and never an earlier one', () => {
    const seen: (string | undefined)[] = [];
    let now: number | null = 0;
    while (now !== null) {
      const [text, next] = at(now);
      if (next !== null) assert.equal(at(next - 1)[0], text);
      seen.push(text);
      now = next;
    }
    const minutes = Array.from({ length: 59 }, (_, gone) => `${59 - gone} min left`);
    assert.deepEqual(seen, ['2 h left', '1 h left', ...minutes, 'under 1 min left', 'overdue']);
  });
});

describe('what to draw again', () => {
  const queued = leaseViewOf({ id: 'a' });
  const other = leaseViewOf({ id: 'b', rank: 2 });
  const before = leaseRows([queued, other], 0);

  it('nothing, when nothing changed', () => {
    assert.deepEqual(changedRows(before, leaseRows([queued, other], 0)), []);
  });

  it('one row, when one lease changed', () => {
    const after = leaseRows([queued, { ...other, reason: 'paused' }], 0);
    assert.deepEqual(changedRows(before, after), ['queued/b']);
  });

  it('one row, when its time left reads otherwise', () => {
    const running = leaseViewOf({ id: 'c', state: 'acknowledged', deadline_at: 5 * MINUTE_MS });
    const [early, late] = [0, 1].map((now) => leaseRows([queued, running], now));
    assert.deepEqual(changedRows(early!, late!), ['running/c']);
  });

  it('one row, when its menu is another one', () => {
    const scopeOf = ({ id }: LeaseView) => (id === 'b' ? scopeViewOf({ is_paused: true }) : undefined);
    assert.deepEqual(changedRows(before, leaseRows([queued, other], 0, { scopeOf })), ['queued/b']);
  });

  it('a group, when its rows are others', () => {
    assert.deepEqual(changedRows(before, leaseRows([queued], 0)), ['queued']);
    assert.deepEqual(changedRows(before, leaseRows([{ ...queued, rank: 3 }, other], 0)), ['queued']);
  });

  it('everything, when a group came', () => {
    const offered = leaseViewOf({ id: 'c', state: 'offered', worker: 'demo' });
    assert.equal(changedRows(before, leaseRows([queued, other, offered], 0)), 'all');
  });
});
