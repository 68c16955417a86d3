import type { LeaseState } from '../../core/model/lease.ts';
import type { HealthRow, LeaseView, QuestionView, ScopeView, TaskView } from '../../protocol/views.ts';
import { reasonWords, stateWord, stateWords } from '../../protocol/leaseWords.ts';
import { allPages } from '../allPages.ts';
import { oneLine } from '../output/cleanText.ts';
import { paint, type Paper } from '../output/paper.ts';
import { questionLine } from '../output/questionText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { defineVerb } from '../verb.ts';

const live = [
  'acknowledged',
  'offered',
  'backoff',
  'pending',
  'waiting',
] as const satisfies readonly LeaseState[];
/** Who runs and who waits for a person is to stay in sight; `--json` has all. */
const MOST_QUEUED = 50;
const MOST_PROBLEMS = 5;
const MOST_GATED = 10;
const active: readonly LeaseState[] = ['acknowledged', 'offered', 'backoff'];

export const verb = defineVerb({
  summary: 'show what runs, what needs you and what waits',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox status',
  run: async (call) => {
    const server = call.server('operator');
    const [leases, questions, gated, { scopes }, { rows }] = await Promise.all([
      allPages(server, 'lease.list', { states: live }, 'leases'),
      allPages(server, 'question.list', { state: 'open' }, 'questions'),
      allPages(server, 'task.list', { gated: true }, 'tasks'),
      server.request('scope.list', {}),
      server.request('health.show', {}),
    ]);
    const problems = rows.filter(({ level }) => level !== 'ok');
    const counts = Object.fromEntries(
      live.map((state) => [state, leases.filter((l) => l.state === state).length]),
    );
    const value = { counts, questions, gated, leases, scopes, problems };
    const ids = leases.map(({ id }) => id);
    const queue = leases.filter(({ state }) => !active.includes(state)).sort((a, b) => a.rank - b.rank);
    const parts = [
      countLine(counts, questions.length),
      section(call.paper, 'Needs you', [...needs(leases, questions, ids), ...gates(gated)]),
      section(call.paper, 'Running', runningTable(call.paper, leases, ids)),
      section(call.paper, 'Queue', queueTable(call.paper, queue, ids)),
      section(call.paper, 'Repos', scopeLines(scopes)),
      section(call.paper, 'Problems', problems.slice(0, MOST_PROBLEMS).map(problemLines)),
    ];
    return { value, text: parts.filter((part) => part !== '').join('\n\n') };
  },
});

const countLine = (counts: Readonly<Record<string, number>>, questions: number): string =>
  [
    ...live.map((state) => `${counts[state] ?? 0} ${stateWord(state)}`),
    `${questions} ${questions === 1 ? 'question' : 'questions'} open`,
  ].join(', ');

function section(paper: Paper, title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [paint(paper, 'bold', title), ...lines].join('\n');
}

const needs = (
  leases: readonly LeaseView[],
  questions: readonly QuestionView[],
  ids: readonly string[],
): string[] => [
  ...questions.map(
    (question) => `${questionLine(question)}\n  signalbox answer ${shortId(question.id)} "..."`,
  ),
  ...leases
    .filter(({ reason }) => reason === 'dirty_tree')
    .map((lease) => {
      const id = shortId(lease.id, ids);
      return `${id} ${reasonWords('dirty_tree')}: ${oneLine(lease.title)}\n  signalbox continue ${id}, or signalbox stop ${id}`;
    }),
];

/** Only a person clears a gate, and only where it was set (C15). */
function gates(tasks: readonly TaskView[]): string[] {
  const shown = tasks.slice(0, MOST_GATED).map((task) => {
    const way =
      task.gates[0] === 'secret_title'
        ? `signalbox task clear-gate ${task.id}`
        : `Clear it at its source, ${task.source}; see signalbox task show ${task.id}`;
    return `${task.id} gated (${task.gates.join(', ')}): ${oneLine(task.title)}\n  ${way}`;
  });
  const more = tasks.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more gated: signalbox task list`];
}

function runningTable(paper: Paper, leases: readonly LeaseView[], ids: readonly string[]): string[] {
  const rows = leases
    .filter(({ state }) => active.includes(state))
    .map((lease) => [
      shortId(lease.id, ids),
      lease.task_id,
      lease.repo,
      lease.worker ?? lease.operator ?? '-',
      stateWords(lease),
      shortTime(lease.deadline_at ?? lease.due_at, paper.now),
      lease.title,
    ]);
  const headings = ['lease', 'task', 'repo', 'worker', 'state', 'until', 'title'];
  return rows.length === 0 ? [] : [table(paper, headings, rows)];
}

function queueTable(paper: Paper, queue: readonly LeaseView[], ids: readonly string[]): string[] {
  const rows = queue
    .slice(0, MOST_QUEUED)
    .map((lease) => [
      shortId(lease.id, ids),
      lease.task_id,
      lease.repo,
      stateWords(lease),
      shortId(lease.detail ?? '', ids),
      lease.title,
    ]);
  if (rows.length === 0) return [];
  const more = queue.length - rows.length;
  return [
    table(paper, ['lease', 'task', 'repo', 'state', 'by', 'title'], rows),
    ...(more === 0 ? [] : [`and ${more} more: signalbox task list`]),
  ];
}

const problemLines = ({ group, name, reason, next }: HealthRow): string =>
  [oneLine(`${group} ${name}: ${reason}`), ...(next === null ? [] : [`  ${oneLine(next)}`])].join('\n');

const scopeLines = (scopes: readonly ScopeView[]): string[] =>
  scopes.flatMap(({ repo, is_paused, taken_by, draining }) => [
    ...(is_paused ? [`${repo} is paused: signalbox resume ${repo}`] : []),
    ...(taken_by === null ? [] : [`${repo} is taken by ${oneLine(taken_by)}: signalbox give-back ${repo}`]),
    ...(draining === null ? [] : [`${repo} drains: ${draining.worker} has not been told yet`]),
  ]);
