import type { LeaseState } from '../../core/model/lease.ts';
import type { HealthRow, LeaseView, QuestionView, ScopeView, TaskView } from '../../protocol/views.ts';
import { healthWords } from '../../protocol/healthWords.ts';
import { reasonWords, stateWord, stateWords } from '../../protocol/leaseWords.ts';
import { oneLine } from '../output/cleanText.ts';
import { paint, type Paper } from '../output/paper.ts';
import { questionLine } from '../output/questionText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { liveStates, type StatusView } from './statusView.ts';

/** Who runs and who waits for a person is to stay in sight; `--json` has all. */
export const MOST_QUEUED = 50;
const MOST_PROBLEMS = 5;
const MOST_GATED = 10;
const MOST_STOPPED = 10;
const active: readonly LeaseState[] = ['acknowledged', 'offered', 'backoff'];

/** What needs a person first, then what runs, then what waits. @param mostQueued rows of the queue at most */
export function statusText(paper: Paper, status: StatusView, mostQueued = MOST_QUEUED): string {
  const { questions, gated, leases, stopped, scopes, problems } = status;
  const ids = [...leases, ...stopped].map(({ id }) => id);
  const queue = leases.filter(({ state }) => !active.includes(state)).sort((a, b) => a.rank - b.rank);
  const parts = [
    countLine(status),
    section(paper, 'Needs you', [...needs(leases, questions, ids), ...gates(gated)]),
    section(paper, 'Running', runningTable(paper, leases, ids)),
    section(paper, 'Queue', queueTable(paper, queue, ids, mostQueued)),
    section(paper, 'Repos', scopeLines(scopes)),
    section(paper, 'Problems', problemLines(paper, problems)),
    section(paper, 'Stopped in the last 24 h', stoppedTable(paper, stopped, ids)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** `1 running, 0 offered, ..., 2 questions open` */
export const countLine = ({ counts, questions }: StatusView): string =>
  [
    ...liveStates.map((state) => `${counts[state]} ${stateWord(state)}`),
    ...(counts.stopped === 0 ? [] : [`${counts.stopped} ${stateWord('stopped')}`]),
    `${questions.length} ${questions.length === 1 ? 'question' : 'questions'} open`,
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

function queueTable(
  paper: Paper,
  queue: readonly LeaseView[],
  ids: readonly string[],
  mostQueued: number,
): string[] {
  const rows = queue
    .slice(0, mostQueued)
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

function stoppedTable(paper: Paper, stopped: readonly LeaseView[], ids: readonly string[]): string[] {
  const rows = stopped
    .slice(0, MOST_STOPPED)
    .map((lease) => [
      shortId(lease.id, ids),
      lease.task_id,
      lease.repo,
      stateWords(lease),
      shortTime(lease.ended_at, paper.now),
      lease.title,
    ]);
  if (rows.length === 0) return [];
  const more = stopped.length - rows.length;
  return [
    table(paper, ['lease', 'task', 'repo', 'state', 'ended', 'title'], rows),
    ...(more === 0 ? [] : [`and ${more} more: signalbox history`]),
  ];
}

const problemLines = ({ now }: Paper, problems: readonly HealthRow[]): string[] =>
  problems
    .slice(0, MOST_PROBLEMS)
    .flatMap(({ group, name, reason, next }) => [
      oneLine(`${group} ${name}: ${healthWords(reason, now)}`),
      ...(next === null ? [] : [`  ${oneLine(healthWords(next, now))}`]),
    ]);

const scopeLines = (scopes: readonly ScopeView[]): string[] =>
  scopes.flatMap(({ repo, is_paused, taken_by, draining }) => [
    ...(is_paused ? [`${repo} is paused: signalbox resume ${repo}`] : []),
    ...(taken_by === null ? [] : [`${repo} is taken by ${oneLine(taken_by)}: signalbox give-back ${repo}`]),
    ...(draining === null ? [] : [`${repo} drains: ${draining.worker} has not been told yet`]),
  ]);
