import assert from 'node:assert/strict';
import type { ScopeView } from '../../../src/protocol/views.ts';
import { type RootStatus, statusText } from '../../../src/vscode/decisions/statusText.ts';
import { english } from '../../kit/l10n.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { questionViewOf } from '../../kit/questionView.ts';

type Books = NonNullable<RootStatus['books']>;

const scopeOf = (is_paused: boolean): ScopeView => ({
  repo: 'demo',
  path: '/demo',
  is_paused,
  taken_by: null,
  taken_at: null,
  draining: null,
  reserved_for: null,
  lease_id: null,
});
const rootOf = (given: Partial<Books>, name = 'demo'): RootStatus => ({
  name,
  books: { leases: [], questions: [], scopes: [scopeOf(false)], ...given },
});
const status = (...roots: RootStatus[]) => statusText('connected', roots, english)!;

const running = leaseViewOf({ id: 'r', state: 'acknowledged' });
const dirty = leaseViewOf({ id: 'd', reason: 'dirty_tree' });

describe('the status bar item', () => {
  it('is not there where Signalbox has nothing to say', () => {
    for (const phase of ['no_folder', 'not_trusted', 'not_initialized'] as const) {
      assert.equal(statusText(phase, [], english), null);
    }
  });

  it('tells in words that there is no coordinator yet, or none at all', () => {
    assert.deepEqual(statusText('starting', [], english), {
      text: '$(loading~spin) Signalbox: starting',
      tooltip: 'The coordinator is starting.',
      label: 'Signalbox: starting The coordinator is starting. Opens the Leases view.',
      needsPerson: false,
      opens: 'leases',
    });
    const away = statusText('unreachable', [], english)!;
    assert.equal(away.text, '$(debug-disconnect) Signalbox: no coordinator');
    assert.equal(away.needsPerson, false);
  });

  it('says that nothing runs, and what runs', () => {
    assert.equal(status(rootOf({})).text, '$(circle-large-outline) Signalbox: idle');
    assert.equal(status(rootOf({ leases: [leaseViewOf()] })).text, '$(circle-large-outline) Signalbox: idle');
    const busy = status(rootOf({ leases: [running] }), rootOf({ leases: [running] }));
    assert.deepEqual(
      [busy.text, busy.needsPerson, busy.opens],
      ['$(play-circle) 2 running', false, 'leases'],
    );
  });

  it('demands a person for a question, and leads to it', () => {
    const questions = [
      questionViewOf({ text: 'Which *one*?' }),
      questionViewOf({ id: '2', state: 'moot' }),
      questionViewOf({ id: '3', state: 'answered' }),
    ];
    assert.deepEqual(status(rootOf({ leases: [running, running], questions })), {
      text: '$(question) 2 running, 1 needs you',
      tooltip:
        '**Signalbox**: 2 running, 1 needs you.\n\n- Fix parser asks: Which \\*one\\*?\n\nOpens the Decisions view.',
      label: 'Signalbox: 2 running, 1 needs you. Opens the Decisions view.',
      needsPerson: true,
      opens: 'decisions',
    });
  });

  it('C14: demands a person for uncommitted changes too, which are in the Leases view', () => {
    const one = status(rootOf({ leases: [dirty] }));
    assert.deepEqual([one.text, one.needsPerson, one.opens], ['$(question) 1 needs you', true, 'leases']);
    const both = status(rootOf({ leases: [dirty], questions: [questionViewOf()] }));
    assert.deepEqual([both.text, both.opens], ['$(question) 2 need you', 'decisions']);
  });

  it('C6: says what is paused, which demands nobody', () => {
    const all = status(rootOf({ leases: [running], scopes: [scopeOf(true)] }));
    assert.deepEqual([all.text, all.needsPerson], ['$(play-circle) 1 running, paused', false]);
    const some = status(rootOf({ scopes: [scopeOf(true), scopeOf(false)] }));
    assert.equal(some.text, '$(circle-large-outline) 1 of 2 repos paused');
  });

  it('names a root without a coordinator, and tells only the first of many questions', () => {
    const questions = Array.from({ length: 7 }, (_, at) =>
      questionViewOf({ id: String(at), text: `Q${at}`, asked_at: 10 - at }),
    );
    const { tooltip } = status(rootOf({ questions }), { name: 'web', books: null });
    assert.deepEqual(tooltip.split('\n\n')[1]?.split('\n'), [
      ...[6, 5, 4, 3, 2].map((at) => `- Fix parser asks: Q${at}`),
      '- and 2 more',
      '- web: no coordinator answers',
    ]);
  });
});
