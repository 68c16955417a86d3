import assert from 'node:assert/strict';
import type { DecisionView, LeaseView, QuestionView } from '../../../src/protocol/views.ts';
import {
  changedRows,
  decisionRows,
  type DecisionRows,
  PAGE,
  subjectOfRow,
} from '../../../src/vscode/decisions/decisionRows.ts';
import type { RootDecisions } from '../../../src/vscode/decisions/rootDecisions.ts';
import { english } from '../../kit/l10n.ts';
import { leaseViewOf } from '../../kit/leaseView.ts';
import { decisionViewOf, questionViewOf } from '../../kit/questionView.ts';

const MINUTE_MS = 60_000;

interface Given {
  readonly name?: string;
  readonly questions?: readonly QuestionView[];
  readonly decisions?: readonly DecisionView[];
  readonly leases?: readonly LeaseView[];
}

const byId = <T extends { readonly id: string }>(items: readonly T[] = []): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.id, item]));
const rootOf = ({ name, questions, decisions, leases }: Given): RootDecisions => ({
  name: name ?? null,
  questions: byId(questions),
  decisions: byId(decisions),
  leases: byId(leases),
});
const rowsOf = (given: Given, now = 5 * MINUTE_MS): DecisionRows =>
  decisionRows([rootOf(given)], now, english);

/** What a person sees, row below row. */
function shown({ roots, rows }: DecisionRows): string[] {
  const lines = (id: string, indent: string): string[] => {
    const row = rows.get(id)!;
    const line = indent + [row.label, row.description].filter((text) => text !== '').join(' | ');
    return [line, ...row.children.flatMap((child) => lines(child, `${indent}  `))];
  };
  return roots.flatMap((id) => lines(id, ''));
}

describe('rows of the Decisions tree', () => {
  it('T7, T8: what waits for a person, then decisions by how far they came, then what has no effect', () => {
    const given = {
      questions: [
        questionViewOf({ id: 'q1', asked_at: 0 }),
        questionViewOf({ id: 'q2', text: 'Drop it?', state: 'answered', decision_id: 'd2' }),
        questionViewOf({ id: 'q3', text: 'Too late?', state: 'moot', asked_at: 9 }),
      ],
      decisions: [
        decisionViewOf({ id: 'd1', value: 'Keep', recorded_at: 2 * MINUTE_MS }),
        decisionViewOf({ id: 'd2', value: 'No', delivered_at: 10, question_id: 'q2' }),
        decisionViewOf({ id: 'd3', value: 'Yes', delivered_at: 20, shown_at: 21 }),
        decisionViewOf({ id: 'd4', value: 'Now', delivered_at: 30, shown_at: 31, voided: true }),
        decisionViewOf({ id: 'd5', value: 'Never', voided: true, recorded_at: 8 }),
      ],
      leases: [leaseViewOf({ state: 'acknowledged' })],
    };
    assert.deepEqual(shown(rowsOf(given)), [
      'Waiting for you | 1',
      '  Which design? | waits 5 min · Fix parser',
      '    A',
      '    B',
      'Not yet delivered | 1',
      '  Keep | waits 3 min for the next turn · Fix parser',
      'Delivered | 3',
      '  Now | void: a gate came after it · Fix parser',
      '  Yes | shown · Fix parser',
      '  No | delivered · Fix parser · Drop it?',
      'Closed without effect | 2',
      '  Too late? | closed without an answer · Fix parser',
      '  Never | void: a gate came after it · Fix parser',
    ]);
  });

  it('who waits longest goes first, and every root is named where there are several', () => {
    const roots = [
      rootOf({ name: 'api', questions: [questionViewOf({ id: 'a', text: 'Young?', asked_at: 5 })] }),
      rootOf({
        name: 'web',
        questions: [questionViewOf({ id: 'b', text: 'Old?', asked_at: 1, options: [] })],
      }),
    ];
    assert.deepEqual(shown(decisionRows(roots, MINUTE_MS + 1, english)), [
      'Waiting for you | 2',
      '  Old? | waits 1 min · Fix parser · web',
      '  Young? | waits under 1 min · Fix parser · api',
      '    A',
      '    B',
    ]);
  });

  it('T7: where free text is allowed beside the options, a row leads to it; a text alone has none below it', () => {
    const both = rowsOf({ questions: [questionViewOf({ free_text: true })] });
    assert.deepEqual(shown(both).slice(2), ['    A', '    B', '    Another answer…']);
    const words = rowsOf({ questions: [questionViewOf({ options: [], free_text: true })] });
    assert.deepEqual(words.rows.get('waiting/question-1')?.children, []);
  });

  it('a decision about a task that nobody works on says so, by the task where its title is not known', () => {
    const decisions = [decisionViewOf()];
    const about = (leases: readonly LeaseView[]): string | undefined =>
      rowsOf({ decisions, leases }).rows.get('undelivered/decision-1')?.description;
    assert.equal(about([]), 'waits 4 min until somebody works on it · file/1');
    const ended = leaseViewOf({ state: 'completed', ended_at: 3 });
    assert.equal(about([ended]), 'waits 4 min until somebody works on it · Fix parser');
    assert.equal(
      about([ended, leaseViewOf({ id: 'lease-2' })]),
      'waits 4 min for the next turn · Fix parser',
    );
  });

  it('a text of several lines is one line', () => {
    const row = rowsOf({
      questions: [questionViewOf({ text: ' Which\n\tone?\u0007', title: 'Fix\nparser' })],
    });
    assert.deepEqual(shown(row)[1], '  Which one? | waits 4 min · Fix parser');
  });

  it('nothing is shown when there is nothing', () => {
    assert.deepEqual(decisionRows([rootOf({})], 0, english), { roots: [], rows: new Map(), changesAt: null });
  });

  it('the ids of rows stay, and name their question or decision', () => {
    const { rows } = rowsOf({ questions: [questionViewOf()], decisions: [decisionViewOf()] });
    assert.deepEqual(
      [...rows.keys()],
      [
        ...['waiting/question-1', 'waiting/question-1/0', 'waiting/question-1/1', 'waiting'],
        ...['undelivered/decision-1', 'undelivered'],
      ],
    );
    assert.equal(subjectOfRow('waiting/question-1/1'), 'question-1');
    assert.equal(subjectOfRow('waiting'), undefined);
  });

  it('a long group shows a page, says how many there are and offers the next page', () => {
    const decisions = Array.from({ length: 2 * PAGE + 30 }, (_, at) =>
      decisionViewOf({ id: String(at), delivered_at: at }),
    );
    const { rows } = rowsOf({ decisions });
    const children = rows.get('delivered')!.children;
    assert.deepEqual([children.length, children[0]], [PAGE + 1, `delivered/${2 * PAGE + 29}`]);
    const more = rows.get(children.at(-1)!)!;
    assert.deepEqual([more.label, more.description], [`Show ${PAGE} more`, `of ${PAGE + 30}`]);
    const next = decisionRows([rootOf({ decisions })], 0, english, { delivered: 3 });
    assert.equal(next.rows.get('delivered')?.children.length, 2 * PAGE + 30);
  });

  it('says the instant at which a row reads otherwise though nothing happened, and never an earlier one', () => {
    const at = (now: number): [string | undefined, number | null] => {
      const { rows, changesAt } = rowsOf({ questions: [questionViewOf({ asked_at: 0 })] }, now);
      return [rows.get('waiting/question-1')?.description.split(' · ')[0], changesAt];
    };
    const seen: (string | undefined)[] = [];
    let now = 0;
    while (now < 4 * 24 * 60 * MINUTE_MS) {
      const [text, next] = at(now);
      assert.equal(at(next! - 1)[0], text);
      seen.push(text);
      now = next!;
    }
    assert.deepEqual(new Set(seen).size, seen.length);
    assert.deepEqual(
      [seen[0], seen[1], seen[59], seen[60], seen.at(-2), seen.at(-1)],
      ['waits under 1 min', 'waits 1 min', 'waits 59 min', 'waits 1 h', 'waits 2 d', 'waits 3 d'],
    );
  });
});

describe('what of the Decisions tree to draw again', () => {
  const [first, second] = [
    questionViewOf({ id: 'a', asked_at: 0 }),
    questionViewOf({ id: 'b', asked_at: 1 }),
  ];
  const before = rowsOf({ questions: [first, second] });

  it('nothing, when nothing changed', () => {
    assert.deepEqual(changedRows(before, rowsOf({ questions: [first, second] })), []);
  });

  it('one row, when one question changed or a time reads otherwise', () => {
    const rebound = { ...second, lease_id: 'lease-2' };
    assert.deepEqual(changedRows(before, rowsOf({ questions: [first, rebound] })), ['waiting/b']);
    const later = rowsOf({ questions: [first, second] }, 5 * MINUTE_MS + 1);
    assert.deepEqual(changedRows(before, later), ['waiting/b']);
  });

  it('one row, when a decision came further but stays in its group', () => {
    const delivered = decisionViewOf({ delivered_at: 1 });
    const rows = (decision: DecisionView): DecisionRows => rowsOf({ decisions: [decision] });
    const changed = changedRows(rows(delivered), rows({ ...delivered, shown_at: 2 }));
    assert.deepEqual(changed, ['delivered/decision-1']);
  });

  it('a group, when its rows are others; everything, when a group came', () => {
    assert.deepEqual(changedRows(before, rowsOf({ questions: [first] })), ['waiting']);
    const answered = rowsOf({ questions: [first], decisions: [decisionViewOf()] });
    assert.equal(changedRows(before, answered), 'all');
  });
});
