import assert from 'node:assert/strict';
import type { DecisionView } from '../../../src/protocol/views.ts';
import type { DecidedRow, QuestionRow } from '../../../src/vscode/decisions/decisionRows.ts';
import { decisionTooltip } from '../../../src/vscode/decisions/decisionTooltip.ts';
import { english } from '../../kit/l10n.ts';
import { decisionViewOf, questionViewOf } from '../../kit/questionView.ts';

const at = (hour: number, minute: number): number => new Date(2026, 0, 2, hour, minute).getTime();
const base = { id: 'x', label: '', description: '', children: [] };
const asked = (question: Partial<QuestionRow['question']>): string => {
  const row: QuestionRow = {
    ...base,
    kind: 'question',
    group: 'waiting',
    question: questionViewOf({ asked_at: at(9, 5), ...question }),
  };
  return decisionTooltip(row, at(12, 0), english);
};
const decided = (decision: Partial<DecisionView>): string => {
  const row: DecidedRow = {
    ...base,
    kind: 'decision',
    group: 'delivered',
    decision: decisionViewOf({ recorded_at: at(9, 5), ...decision }),
    question: questionViewOf(),
    title: 'Fix parser',
  };
  return decisionTooltip(row, at(12, 0), english);
};

describe('the tooltip of a question', () => {
  it('says what the row has no place for', () => {
    assert.deepEqual(asked({ free_text: true }).split(/\s*\n+/), [
      '**Which design?**',
      'State: waits for you',
      'Answers: A, B, your own words',
      'Task: Fix parser \\(file/1\\)',
      'Asked: 09:05',
      'Lease: lease\\-1',
    ]);
  });

  it('is text, never a link, an image or a command', () => {
    assert.equal(
      asked({ text: '![x](http://y)\n[z](command:q) <b>' }).split('\n')[0],
      '**\\!\\[x\\]\\(http://y\\) \\[z\\]\\(command:q\\) \\<b\\>**',
    );
  });
});

describe('the tooltip of a decision', () => {
  it('T8: says when it was recorded, delivered and reported as shown', () => {
    assert.deepEqual(decided({ delivered_at: at(10, 0) }).split(/\s*\n+/), [
      '**A**',
      'Question: Which design?',
      'Task: Fix parser \\(file/1\\)',
      'Recorded: 09:05',
      'Delivered: 10:00',
      'Reported as shown: not yet',
    ]);
    assert.match(decided({ delivered_at: at(10, 0), shown_at: at(10, 1) }), /shown: 10:01/);
  });

  it('T8: says that a gate voided its effect, and that the record stays', () => {
    assert.match(decided({ voided: true }), /Void: a gate came after it; the record stays/);
  });
});
