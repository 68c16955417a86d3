/** The history of a task or lease as text that is easy to read, in Markdown, a page at a time. Pure. */
import { eventDetails, eventWords, isBookkeeping } from '../../../protocol/eventWords.ts';
import { stateWords } from '../../../protocol/leaseWords.ts';
import { shortId } from '../../../protocol/shortIds.ts';
import type { EventView, LeaseView, TaskView } from '../../../protocol/views.ts';

/** Events on a page. */
export const PAGE = 500;

export interface History {
  /** Null: it is archived. */
  readonly task: TaskView | null;
  /** Of a task all of them, of a lease it alone; empty: they are archived. */
  readonly leases: readonly LeaseView[];
  /** Of a lease: what its worker is told; null: unknown, or of a task. */
  readonly prompt: string | null;
  readonly events: readonly EventView[];
  /** Files of the archive that hold more of it. */
  readonly unreadable: readonly string[];
}

/** A part of a line that leads somewhere. */
export interface Link {
  readonly line: number;
  readonly text: string;
  readonly to: { readonly page: number } | { readonly kind: 'task' | 'lease'; readonly id: string };
}

export interface HistoryDocument {
  readonly text: string;
  readonly links: readonly Link[];
}

const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
const clockOf = (at: number): string => {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Lines, with the links in them. */
class Paper {
  readonly lines: string[] = [];
  readonly links: Link[] = [];

  add(...lines: string[]): this {
    this.lines.push(...lines);
    return this;
  }

  link(text: string, to: Link['to']): this {
    this.links.push({ line: this.lines.length - 1, text, to });
    return this;
  }
}

/** @param page from 1; null: the newest. */
export function historyDocument(id: string, history: History, page: number | null): HistoryDocument {
  const events = history.events.filter((event) => !isBookkeeping(event));
  const pages = Math.max(1, Math.ceil(events.length / PAGE));
  const shown = Math.min(Math.max(page ?? pages, 1), pages);
  const paper = new Paper();
  addHead(paper, id, history);
  if (history.unreadable.length > 0) {
    const files = history.unreadable.join(', ');
    paper.add(`More of it lies in files of .signalbox/state/archive that are missing or damaged: ${files}.`);
    paper.add('Put them back from where you keep copies, then open this again.', '');
  }
  const turn = (to: number, text: string): void => {
    if (to >= 1 && to <= pages) paper.add(text).link(text, { page: to }).add('');
  };
  if (pages > 1)
    paper.add(`Page ${shown} of ${pages}, ${events.length} events in all, the oldest first.`, '');
  turn(shown - 1, 'Show the page before');
  addEvents(paper, events.slice((shown - 1) * PAGE, shown * PAGE));
  if (events.length === 0) paper.add('Nothing yet.', '');
  turn(shown + 1, 'Show the next page');
  return { text: paper.lines.join('\n'), links: paper.links };
}

function addHead(paper: Paper, id: string, { task, leases, prompt }: History): void {
  const title = task?.title ?? leases[0]?.title;
  paper.add(`# ${title === undefined ? id : oneLine(title)}`, '');
  if (task !== null) {
    const gates = task.gates.length === 0 ? '' : `, held at danger: ${task.gates.join(', ')}`;
    const state = task.cancelled ? 'cancelled' : task.status;
    paper.add(`- Task ${task.id}: ${state}${gates}`).link(task.id, { kind: 'task', id: task.id });
    paper.add(`- Repo ${task.repo}`);
  }
  for (const lease of leases) {
    const who = lease.worker ?? lease.operator;
    paper
      .add(`- Lease ${lease.id}: ${[stateWords(lease), who].filter((part) => part !== null).join(', ')}`)
      .link(lease.id, { kind: 'lease', id: lease.id });
  }
  paper.add('');
  if (prompt === null) return;
  paper.add('## What its worker is told', '', ...prompt.split('\n').map((line) => `> ${line}`), '');
}

function addEvents(paper: Paper, events: readonly EventView[]): void {
  let day = '';
  for (const event of events) {
    if (dayOf(event.at) !== day) {
      if (day !== '') paper.add('');
      day = dayOf(event.at);
      paper.add(`## ${day}`, '');
    }
    addEvent(paper, event);
  }
  if (events.length > 0) paper.add('');
}

function addEvent(paper: Paper, event: EventView): void {
  const { at, actor, lease_id: lease } = event;
  const by = actor.surface === 'system' ? '' : `by ${actor.surface} ${oneLine(actor.name)}`;
  const about = lease === null ? '' : `(lease ${shortId(lease)})`;
  const parts = [`- **${clockOf(at)}** ${eventWords(event)}`, about, by];
  paper.add(parts.filter((part) => part !== '').join(' '));
  if (lease !== null) paper.link(shortId(lease), { kind: 'lease', id: lease });
  for (const detail of eventDetails(event)) {
    const [first = '', ...more] = detail.split(/\r?\n/);
    paper.add(`  - ${first}`, ...more.map((line) => (line === '' ? '' : `    ${line}`)));
  }
}
