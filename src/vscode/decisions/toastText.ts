import type { QuestionView } from '../../protocol/views.ts';
import type { L10n } from '../l10n.ts';
import { inMessage, oneLine, shortened } from '../plainText.ts';

export type ToastAction = 'answer' | 'ask' | 'show' | 'snooze';

export interface ToastButton {
  readonly title: string;
  readonly action: ToastAction;
  /** The answer that `answer` gives. */
  readonly value: string | null;
}

export interface Toast {
  readonly message: string;
  readonly buttons: readonly ToastButton[];
}

/** Buttons stand in one row of a toast, which is about 450 px wide. */
const MOST_OPTIONS = 3;
const MOST_LETTERS = 28;
const TITLE_LENGTH = 60;
const TEXT_LENGTH = 300;
const TITLES = 3;

/** What one toast says of a batch of questions: one question with its options as buttons, if all of them fit; else how many. */
export function toastText(questions: readonly QuestionView[], l10n: L10n): Toast {
  const [first] = questions;
  const snooze: ToastButton = { title: l10n.t('Snooze 15 min'), action: 'snooze', value: null };
  if (first !== undefined && questions.length === 1) return { ...oneQuestion(first, l10n, snooze) };
  const titles = [...new Set(questions.map(({ title }) => shortened(inMessage(title), TITLE_LENGTH)))];
  const more = titles.length - TITLES;
  const names = titles.slice(0, TITLES).join(', ');
  const from = more > 0 ? l10n.t('{0} and {1} more', names, more) : names;
  return {
    message: l10n.t('{0} questions wait for you: {1}', questions.length, from),
    buttons: [
      { title: l10n.t('Answer…'), action: 'ask', value: null },
      { title: l10n.t('Show All'), action: 'show', value: null },
      snooze,
    ],
  };
}

function oneQuestion(question: QuestionView, l10n: L10n, snooze: ToastButton): Toast {
  const title = shortened(inMessage(question.title), TITLE_LENGTH);
  const message = l10n.t('{0} asks: {1}', title, shortened(inMessage(question.text), TEXT_LENGTH));
  const fits = question.options.length > 0 && doFit(question.options);
  const options = fits ? question.options : [];
  const answers = options.map((value): ToastButton => ({ title: oneLine(value), action: 'answer', value }));
  const other: ToastButton = {
    title: fits ? l10n.t('Other…') : l10n.t('Answer…'),
    action: 'ask',
    value: null,
  };
  return { message, buttons: [...answers, ...(fits && !question.free_text ? [] : [other]), snooze] };
}

/** Some without the others would look as if they were all. */
const doFit = (options: readonly string[]): boolean =>
  options.length <= MOST_OPTIONS && options.reduce((sum, option) => sum + option.length, 0) <= MOST_LETTERS;
