import type { ProtocolError } from '../../protocol/errors.ts';
import { oneLine } from '../output/cleanText.ts';
import { cut } from '../output/cut.ts';
import { paint, type Paper } from '../output/paper.ts';
import { localTime } from '../../protocol/times.ts';
import { MOST_QUEUED, statusText } from '../status/statusText.ts';
import type { StatusView } from '../status/statusView.ts';

/** What is on the screen. */
export interface LiveScreen {
  readonly root: string;
  /** Null: not read yet. */
  readonly status: StatusView | null;
  /** When it was read. */
  readonly at: number;
  /** Why it may be old; null: it is as the register is. */
  readonly lost: ProtocolError | null;
}

const LEAST_QUEUED = 3;

/** Lines that fit: what needs a person and what runs first; where the room ends, the queue is shortened before the rest. */
export function screenLines(paper: Paper, screen: LiveScreen, rows: number): string[] {
  const { columns } = paper;
  const fit = (line: string): string => (columns === null ? line : cut(line, columns));
  const head = [titleLine(paper, screen), ...lostLines(paper, screen), ...healthLines(paper, screen), ''];
  const room = Math.max(1, rows - head.length);
  const body = bodyLines(paper, screen, room);
  const shown = body.length <= room ? body : [...body.slice(0, room - 1), moreLine(body.length - room + 1)];
  return [...head, ...shown].slice(0, Math.max(1, rows)).map(fit);
}

function bodyLines(paper: Paper, { status }: LiveScreen, room: number): string[] {
  if (status === null) return [];
  const lines = (mostQueued: number): string[] => statusText(paper, status, mostQueued).split('\n');
  const all = lines(MOST_QUEUED);
  const queued = Math.min(MOST_QUEUED, status.counts.pending + status.counts.waiting);
  // One line more says how many are not shown.
  return all.length <= room ? all : lines(Math.max(LEAST_QUEUED, queued - (all.length - room) - 1));
}

const moreLine = (count: number): string => `... ${count} more lines: signalbox status`;

const titleLine = (paper: Paper, { root }: LiveScreen): string =>
  `${paint(paper, 'bold', `signalbox watch ${oneLine(root)}`)}  ${paint(paper, 'dim', `${localTime(paper.now, paper.now)}, q quits`)}`;

function lostLines(paper: Paper, { lost, at }: LiveScreen): string[] {
  if (lost === null) return [];
  const old = `This was so at ${localTime(at, paper.now)}; it goes on by itself when a coordinator is there.`;
  return [paint(paper, 'red', oneLine(lost.message)), oneLine(lost.next), paint(paper, 'yellow', old)];
}

/** No event tells of health: it is as old as the last change. */
function healthLines(paper: Paper, { status, at }: LiveScreen): string[] {
  if (status === null) return [];
  const { problems } = status;
  const count = (level: string): number => problems.filter((row) => row.level === level).length;
  const [errors, warnings] = [count('error'), count('warn')];
  const when = `at ${localTime(at, paper.now)}`;
  if (problems.length === 0) return [`Health ${when}: ${paint(paper, 'green', 'all is well')}`];
  const words = [
    ...(errors === 0 ? [] : [paint(paper, 'red', errors === 1 ? '1 error' : `${errors} errors`)]),
    ...(warnings === 0
      ? []
      : [paint(paper, 'yellow', warnings === 1 ? '1 warning' : `${warnings} warnings`)]),
  ];
  return [`Health ${when}: ${words.join(', ')}; see signalbox health`];
}
