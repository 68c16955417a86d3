import { localTime } from '../../protocol/times.ts';
import type { L10n } from '../l10n.ts';
import { inMarkdown } from '../plainText.ts';
import type { DecidedRow, QuestionRow } from './decisionRows.ts';

/** Everything about a question or decision that its row has no place for, in Markdown. */
export function decisionTooltip(row: QuestionRow | DecidedRow, now: number, l10n: L10n): string {
  return row.kind === 'question' ? questionTooltip(row, now, l10n) : decidedTooltip(row, now, l10n);
}

function questionTooltip({ question }: QuestionRow, now: number, l10n: L10n): string {
  const { options, free_text: isFree, state } = question;
  const answers = [...options, ...(isFree ? [l10n.t('your own words')] : [])];
  return tooltip(question.text, [
    [l10n.t('State'), state === 'open' ? l10n.t('waits for you') : l10n.t('closed without an answer')],
    [l10n.t('Answers'), answers.join(', ')],
    [l10n.t('Task'), `${question.title} (${question.task_id})`],
    [l10n.t('Asked'), localTime(question.asked_at, now)],
    [l10n.t('Lease'), question.lease_id],
  ]);
}

/** Recorded, delivered and reported as shown, each with its time (T8). */
function decidedTooltip({ decision, question, title }: DecidedRow, now: number, l10n: L10n): string {
  const timeOf = (at: number | null): string => (at === null ? l10n.t('not yet') : localTime(at, now));
  return tooltip(decision.value, [
    [l10n.t('Question'), question?.text ?? null],
    [l10n.t('Task'), title === decision.task_id ? title : `${title} (${decision.task_id})`],
    [l10n.t('Recorded'), localTime(decision.recorded_at, now)],
    [l10n.t('Delivered'), timeOf(decision.delivered_at)],
    [l10n.t('Reported as shown'), timeOf(decision.shown_at)],
    [
      l10n.t('Void'),
      decision.voided ? l10n.t('a gate came after it; the record stays, its effect is void') : null,
    ],
  ]);
}

function tooltip(heading: string, facts: readonly [string, string | null][]): string {
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${inMarkdown(value)}`]));
  return [`**${inMarkdown(heading)}**`, lines.join('  \n')].join('\n\n');
}
