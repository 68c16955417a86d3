import assert from 'node:assert/strict';
import type { QuestionView } from '../../../src/protocol/views.ts';
import { toastText } from '../../../src/vscode/decisions/toastText.ts';
import { english } from '../../kit/l10n.ts';
import { questionViewOf } from '../../kit/questionView.ts';

const toast = (...questions: QuestionView[]): { message: string; buttons: string[] } => {
  const { message, buttons } = toastText(questions, english);
  return { message, buttons: buttons.map(({ title, action }) => `${title} (${action})`) };
};
const buttons = (given: Partial<QuestionView>): string[] => toast(questionViewOf(given)).buttons;

describe('the toast of a question', () => {
  it('says who asks what, with the options as buttons', () => {
    assert.deepEqual(toast(questionViewOf()), {
      message: 'Fix parser asks: Which design?',
      buttons: ['A (answer)', 'B (answer)', 'Snooze 15 min (snooze)'],
    });
  });

  it('an option as a button gives the option as the worker wrote it', () => {
    const { buttons: given } = toastText([questionViewOf({ options: [' A\n'] })], english);
    assert.deepEqual([given[0]?.title, given[0]?.value], ['A', ' A\n']);
  });

  it('T7: offers an answer in words where that is allowed', () => {
    assert.deepEqual(buttons({ free_text: true }), [
      'A (answer)',
      'B (answer)',
      'Other… (ask)',
      'Snooze 15 min (snooze)',
    ]);
    assert.deepEqual(buttons({ options: [], free_text: true }), ['Answer… (ask)', 'Snooze 15 min (snooze)']);
  });

  it('options that do not all fit are in a list: some of them would look like all', () => {
    const list = ['Answer… (ask)', 'Snooze 15 min (snooze)'];
    assert.deepEqual(buttons({ options: ['A', 'B', 'C', 'D'] }), list);
    assert.deepEqual(buttons({ options: ['Keep', 'Move all of it to the other table'] }), list);
  });

  it('a text that looks like a link or a command is text, on one line and not too long', () => {
    const text = `See\n[the log](command:workbench.action.quit) ${'long '.repeat(100)}`;
    const { message } = toast(questionViewOf({ text }));
    assert.match(message, /^Fix parser asks: See \[the log\] \(command:workbench\.action\.quit\) long/);
    assert.equal(message.length, 'Fix parser asks: '.length + 300);
  });
});

describe('the toast of several questions', () => {
  it('says how many, and whose', () => {
    const asking = (id: string, title: string): QuestionView => questionViewOf({ id, title });
    assert.deepEqual(toast(asking('1', 'One'), asking('2', 'Two'), asking('3', 'One')), {
      message: '3 questions wait for you: One, Two',
      buttons: ['Answer… (ask)', 'Show All (show)', 'Snooze 15 min (snooze)'],
    });
    const many = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => asking(title, title));
    assert.equal(toast(...many).message, '5 questions wait for you: One, Two, Three and 2 more');
  });
});
