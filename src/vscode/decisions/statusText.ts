import type { LeaseView, QuestionView, ScopeView } from '../../protocol/views.ts';
import type { Phase } from '../ids.ts';
import type { L10n } from '../l10n.ts';
import { inMarkdown, shortened } from '../plainText.ts';

/** What one root tells the status bar. */
export interface RootStatus {
  readonly name: string;
  /** Null: no coordinator answers, so nothing is known by now. */
  readonly books: {
    readonly leases: Iterable<LeaseView>;
    readonly questions: Iterable<QuestionView>;
    readonly scopes: readonly ScopeView[];
  } | null;
}

export interface Status {
  /** With a codicon in front. */
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  /** For a screen reader: the words, and what a click does. */
  readonly label: string;
  /** A person is what work waits for. */
  readonly needsPerson: boolean;
  readonly opens: 'decisions' | 'leases';
}

const QUESTIONS_TOLD = 5;
const TEXT_LENGTH = 100;

/** What the one status bar item says; null: there is nothing of Signalbox in the window, and no item. */
export function statusText(phase: Phase, roots: readonly RootStatus[], l10n: L10n): Status | null {
  switch (phase) {
    case 'no_folder':
    case 'not_on_disk':
    case 'not_trusted':
    case 'not_initialized':
      return null;
    case 'starting':
      return away(
        'loading~spin',
        l10n.t('Signalbox: starting'),
        l10n.t('The coordinator is starting.'),
        l10n,
      );
    case 'unreachable': {
      const why = l10n.t('No coordinator answers, so nothing is given out. The Leases view says what to do.');
      return away('debug-disconnect', l10n.t('Signalbox: no coordinator'), why, l10n);
    }
    case 'connected':
      return connected(roots, l10n);
  }
}

function away(icon: string, words: string, why: string, l10n: L10n): Status {
  const label = [words, why, opensWords('leases', l10n)].join(' ');
  return { text: `$(${icon}) ${words}`, tooltip: why, label, needsPerson: false, opens: 'leases' };
}

function connected(roots: readonly RootStatus[], l10n: L10n): Status {
  const known = roots.flatMap(({ books }) => books ?? []);
  const leases = known.flatMap((books) => [...books.leases]);
  const questions = known.flatMap((books) => [...books.questions]).filter(({ state }) => state === 'open');
  const running = leases.filter(({ state }) => state === 'acknowledged').length;
  const dirty = leases.filter(({ state, reason }) => state === 'pending' && reason === 'dirty_tree').length;
  const needing = questions.length + dirty;
  const counts = [
    ...(running > 0 ? [l10n.t('{0} running', running)] : []),
    ...pausedWords(
      known.flatMap(({ scopes }) => scopes),
      l10n,
    ),
    ...needWords(needing, l10n),
  ].join(', ');
  const words = counts === '' ? l10n.t('Signalbox: idle') : counts;
  const opens = dirty > 0 && questions.length === 0 ? 'leases' : needing > 0 ? 'decisions' : 'leases';
  return {
    text: `$(${iconOf(needing, running)}) ${words}`,
    tooltip: [
      `**${l10n.t('Signalbox')}**: ${counts === '' ? l10n.t('nothing runs, and nothing needs you.') : `${counts}.`}`,
      [...questionLines(questions, l10n), ...dirtyLines(dirty, l10n), ...awayLines(roots, l10n)].join('\n'),
      opensWords(opens, l10n),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    label: `${counts === '' ? words : l10n.t('Signalbox: {0}', counts)}. ${opensWords(opens, l10n)}`,
    needsPerson: needing > 0,
    opens,
  };
}

const needWords = (count: number, l10n: L10n): string[] => {
  if (count === 0) return [];
  return [count === 1 ? l10n.t('1 needs you') : l10n.t('{0} need you', count)];
};

/** Work that a person stopped from being given out is easily forgotten (C6). */
function pausedWords(scopes: readonly ScopeView[], l10n: L10n): string[] {
  const paused = scopes.filter(({ is_paused }) => is_paused).length;
  if (paused === 0) return [];
  return [
    paused === scopes.length ? l10n.t('paused') : l10n.t('{0} of {1} repos paused', paused, scopes.length),
  ];
}

function iconOf(needing: number, running: number): string {
  if (needing > 0) return 'question';
  return running > 0 ? 'play-circle' : 'circle-large-outline';
}

function questionLines(questions: readonly QuestionView[], l10n: L10n): string[] {
  const shown = [...questions].sort((a, b) => a.asked_at - b.asked_at).slice(0, QUESTIONS_TOLD);
  const more = questions.length - shown.length;
  return [
    ...shown.map(({ title, text }) => {
      const [task, question] = [title, text].map((part) => inMarkdown(shortened(part, TEXT_LENGTH)));
      return `- ${l10n.t('{0} asks: {1}', task ?? '', question ?? '')}`;
    }),
    ...(more > 0 ? [`- ${l10n.t('and {0} more', more)}`] : []),
  ];
}

/** The work tree that a lost worker left (C14). */
const dirtyLines = (dirty: number, l10n: L10n): string[] =>
  dirty === 0 ? [] : [`- ${l10n.t('{0} queued behind uncommitted changes: say continue or stop', dirty)}`];

const awayLines = (roots: readonly RootStatus[], l10n: L10n): string[] =>
  roots.flatMap(({ name, books }) =>
    books === null ? [`- ${l10n.t('{0}: no coordinator answers', inMarkdown(name))}`] : [],
  );

const opensWords = (opens: Status['opens'], l10n: L10n): string =>
  opens === 'decisions' ? l10n.t('Opens the Decisions view.') : l10n.t('Opens the Leases view.');
