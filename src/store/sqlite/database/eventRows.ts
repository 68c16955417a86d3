import type { BindParams, Database, SqlValue } from 'sql.js';
import type { HistoryFilter } from '../../../coordinator/ports.ts';
import type { RegisterEvent } from '../../../core/events.ts';
import { eventAsText, eventsFromText } from './eventText.ts';

const insert = `INSERT INTO events (position, id, type, version, at, actor_surface, actor_name, request_id,
  task_id, lease_id, worker, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insertEvents(database: Database, events: readonly RegisterEvent[]): void {
  const statement = database.prepare(insert);
  try {
    for (const event of events) statement.run(rowOf(event));
  } finally {
    statement.free();
  }
}

function rowOf(event: RegisterEvent): SqlValue[] {
  const { position, id, type, version, at, actor, requestId, about, data } = event;
  const { taskId, leaseId, worker } = about;
  const what = [position, id, type, version, at, actor.surface, actor.name, requestId];
  return [...what, taskId, leaseId, worker, JSON.stringify(data)];
}

/** A page of events as text for `eventsFromText`. `next`: position of the first that is not in it, null at the end. */
export interface TextPage {
  readonly text: string;
  readonly next: number | null;
}

/** @param below leaves out the positions from it on */
export function readEvents(
  database: Database,
  filter: HistoryFilter,
  from: number,
  limit: number,
  below: number = Number.MAX_SAFE_INTEGER,
): TextPage {
  const { where, bound } = condition(filter, below);
  const rows = `SELECT position, ${eventAsText} AS event FROM events
    WHERE position >= $from${where} ORDER BY position LIMIT ${limit}`;
  const page = `SELECT group_concat(event, ','), max(position) FROM (${rows})`;
  const [text, end] = row(database, page, { ...bound, $from: from });
  const start = typeof end === 'number' ? end + 1 : from;
  const following = `SELECT min(position) FROM events WHERE position >= $from${where}`;
  const [next] = row(database, following, { ...bound, $from: start });
  return {
    text: typeof text === 'string' ? `[${text}]` : '[]',
    next: typeof next === 'number' ? next : null,
  };
}

function condition(filter: HistoryFilter, below: number) {
  const bound: Record<string, SqlValue> = { $below: below };
  let where = ' AND position < $below';
  const add = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    bound[`$${name}`] = value;
    where += ` AND ${name} = $${name}`;
  };
  add('task_id', filter.taskId);
  add('lease_id', filter.leaseId);
  add('worker', filter.worker);
  return { where, bound };
}

/** All events of a condition, in the order that it says. */
export function eventsWhere(database: Database, condition: string, bound: SqlValue[]): RegisterEvent[] {
  const rows = `SELECT ${eventAsText} AS event FROM events WHERE ${condition}`;
  const [text] = row(database, `SELECT group_concat(event, ',') FROM (${rows})`, bound);
  return typeof text === 'string' ? eventsFromText(`[${text}]`) : [];
}

export function deleteEvents(database: Database, positions: readonly number[]): void {
  const statement = database.prepare('DELETE FROM events WHERE position = ?');
  try {
    for (const position of positions) statement.run([position]);
  } finally {
    statement.free();
  }
}

/** How many events there are, and the position of the last: equal, but for those archived, unless something is missing. */
export function extentOf(database: Database): { readonly count: number; readonly last: number } {
  const [count, last] = row(database, 'SELECT count(*), coalesce(max(position), 0) FROM events', []);
  return { count: Number(count), last: Number(last) };
}

/** The first position at or after `from` that is there; null: none is. `from` itself if it was not moved away. */
export function oldestFrom(database: Database, from: number): number | null {
  const [oldest] = row(database, 'SELECT min(position) FROM events WHERE position >= ?', [from]);
  return typeof oldest === 'number' ? oldest : null;
}

export function row(database: Database, sql: string, bound: BindParams): SqlValue[] {
  const statement = database.prepare(sql, bound);
  try {
    return statement.step() ? statement.get() : [];
  } finally {
    statement.free();
  }
}
