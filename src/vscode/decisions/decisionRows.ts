/**
 * The rows of the Decisions tree: what waits for a person, with its options below it, then what was decided by how far it
 * came. Pure, so that a change of one question is seen as the change of one row.
 */
import type { DecisionView, QuestionView } from '../../protocol/views.ts';
import type { L10n } from '../l10n.ts';
import { oneLine } from '../plainText.ts';
import { changedIn, type Rows, type TreeRow } from '../rows.ts';
import type { RootDecisions } from './rootDecisions.ts';
import { timeSince } from './timeSince.ts';

export type DecisionGroup = 'waiting' | 'undelivered' | 'delivered' | 'closed';

interface RowOf<Kind extends string> extends TreeRow {
  readonly kind: Kind;
  readonly group: DecisionGroup;
}
export interface QuestionRow extends RowOf<'question'> {
  readonly question: QuestionView;
}
/** An answer to give; null: one in the person's own words. */
export interface OptionRow extends RowOf<'option'> {
  readonly question: QuestionView;
  readonly option: string | null;
}
export interface DecidedRow extends RowOf<'decision'> {
  readonly decision: DecisionView;
  readonly question: QuestionView | null;
  readonly title: string;
}
export type DecisionRow = RowOf<'group'> | RowOf<'more'> | QuestionRow | OptionRow | DecidedRow;
export type DecisionRows = Rows<DecisionRow>;

/** Rows a group shows at first, and again with each "more". */
export const PAGE = 100;

export const decisionGroups: readonly DecisionGroup[] = ['waiting', 'undelivered', 'delivered', 'closed'];

/** A row with those below it, the instant that orders it, and when its words change. */
interface Entry {
  readonly row: QuestionRow | DecidedRow;
  readonly below: readonly OptionRow[];
  readonly at: number;
  readonly changesAt: number | null;
}

/** The id of the question or decision of a row; undefined: the row is of a group. */
export const subjectOfRow = (row: string): string | undefined => row.split('/')[1];

/** @param pages how many pages each group shows; one when not given. */
export function decisionRows(
  roots: readonly RootDecisions[],
  now: number,
  l10n: L10n,
  pages: Readonly<Partial<Record<DecisionGroup, number>>> = {},
): DecisionRows {
  const entries = roots.flatMap((root) => [
    ...questionEntries(root, now, l10n),
    ...decisionEntries(root, now, l10n),
  ]);
  const rows = new Map<string, DecisionRow>();
  const tops: string[] = [];
  let changesAt = Infinity;
  for (const group of decisionGroups) {
    const all = entries.filter(({ row }) => row.group === group).sort(orders[group]);
    if (all.length === 0) continue;
    tops.push(group);
    const shown = all.slice(0, (pages[group] ?? 1) * PAGE);
    for (const { row, below, changesAt: at } of shown) {
      for (const one of [row, ...below]) rows.set(one.id, one);
      changesAt = Math.min(changesAt, at ?? Infinity);
    }
    const more = all.length > shown.length ? [moreRow(group, all.length - shown.length, l10n)] : [];
    for (const row of more) rows.set(row.id, row);
    const children = [...shown.map(({ row }) => row.id), ...more.map(({ id }) => id)];
    const label = groupLabel(group, l10n);
    rows.set(group, { id: group, kind: 'group', group, label, description: String(all.length), children });
  }
  return { roots: tops, rows, changesAt: changesAt === Infinity ? null : changesAt };
}

/** Rows to draw again. A question or decision is a new object when anything of it changed. */
export const changedRows = (before: DecisionRows, after: DecisionRows): 'all' | readonly string[] =>
  changedIn(before, after, (old, row) => {
    if (old.kind === 'question' && row.kind === 'question') return old.question !== row.question;
    return old.kind === 'decision' && row.kind === 'decision' && old.decision !== row.decision;
  });

/** Who waits longest goes first; what is over, the newest first. */
const oldestFirst = (a: Entry, b: Entry): number => a.at - b.at;
const newestFirst = (a: Entry, b: Entry): number => b.at - a.at;
const orders: Readonly<Record<DecisionGroup, (a: Entry, b: Entry) => number>> = {
  waiting: oldestFirst,
  undelivered: oldestFirst,
  delivered: newestFirst,
  closed: newestFirst,
};

function groupLabel(group: DecisionGroup, l10n: L10n): string {
  switch (group) {
    case 'waiting':
      return l10n.t('Waiting for you');
    case 'undelivered':
      return l10n.t('Not yet delivered');
    case 'delivered':
      return l10n.t('Delivered');
    case 'closed':
      return l10n.t('Closed without effect');
  }
}

function questionEntries({ name, questions }: RootDecisions, now: number, l10n: L10n): Entry[] {
  return [...questions.values()].flatMap((question): Entry[] => {
    // What was answered is a decision.
    if (question.state === 'answered') return [];
    const isOpen = question.state === 'open';
    const waits = timeSince(question.asked_at, now);
    const group = isOpen ? 'waiting' : 'closed';
    const words = isOpen ? l10n.t('waits {0}', waits.text) : l10n.t('closed without an answer');
    const below = isOpen ? optionRows(question, l10n) : [];
    const row: QuestionRow = {
      id: `${group}/${question.id}`,
      kind: 'question',
      group,
      label: oneLine(question.text),
      description: described(question.title, words, name),
      children: below.map(({ id }) => id),
      question,
    };
    return [{ row, below, at: question.asked_at, changesAt: isOpen ? waits.changesAt : null }];
  });
}

/** None where the one way to answer is in a person's own words: the question's own row leads there. */
function optionRows(question: QuestionView, l10n: L10n): OptionRow[] {
  if (question.options.length === 0) return [];
  const answers = [...question.options, ...(question.free_text ? [null] : [])];
  return answers.map((option, at) => ({
    id: `waiting/${question.id}/${at}`,
    kind: 'option',
    group: 'waiting',
    label: option === null ? l10n.t('Another answer…') : oneLine(option),
    description: '',
    children: [],
    question,
    option,
  }));
}

function decisionEntries(root: RootDecisions, now: number, l10n: L10n): Entry[] {
  const titles = new Map<string, string>();
  const live = new Set<string>();
  for (const { task_id: task, title, ended_at: endedAt } of root.leases.values()) {
    titles.set(task, title);
    if (endedAt === null) live.add(task);
  }
  return [...root.decisions.values()].map((decision) => {
    const { task_id: task, delivered_at: deliveredAt, recorded_at: recordedAt } = decision;
    const question = root.questions.get(decision.question_id ?? '') ?? null;
    const title = question?.title ?? titles.get(task) ?? task;
    const waits = timeSince(recordedAt, now);
    const group = groupOf(decision);
    const words =
      group === 'undelivered'
        ? live.has(task)
          ? l10n.t('waits {0} for the next turn', waits.text)
          : l10n.t('waits {0} until somebody works on it', waits.text)
        : reachedWords(decision, l10n);
    const row: DecidedRow = {
      id: `${group}/${decision.id}`,
      kind: 'decision',
      group,
      label: oneLine(decision.value),
      description: described(title, words, root.name, question === null ? null : oneLine(question.text)),
      children: [],
      decision,
      question,
      title,
    };
    const changesAt = group === 'undelivered' ? waits.changesAt : null;
    return { row, below: [], at: deliveredAt ?? recordedAt, changesAt };
  });
}

/** What a gate voided before any session got it will reach nobody (T8). */
function groupOf({ delivered_at: deliveredAt, voided }: DecisionView): DecisionGroup {
  if (deliveredAt !== null) return 'delivered';
  return voided ? 'closed' : 'undelivered';
}

/** Recorded, delivered and reported as shown are three things (T8). */
function reachedWords({ voided, shown_at: shownAt }: DecisionView, l10n: L10n): string {
  if (voided) return l10n.t('void: a gate came after it');
  return shownAt === null ? l10n.t('delivered') : l10n.t('shown');
}

const described = (title: string, words: string, root: string | null, about: string | null = null): string =>
  [words, oneLine(title), about, root].filter((part) => part !== null).join(' · ');

const moreRow = (group: DecisionGroup, hidden: number, l10n: L10n): RowOf<'more'> => ({
  id: `${group}/more`,
  kind: 'more',
  group,
  label: l10n.t('Show {0} more', Math.min(hidden, PAGE)),
  description: l10n.t('of {0}', hidden),
  children: [],
});
