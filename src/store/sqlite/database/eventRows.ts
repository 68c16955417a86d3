import type { BindParams, Database, SqlValue } from 'sql.js';
import type { HistoryFilter } from '../../../coordinator/ports.ts';
import type { RegisterEvent } from '../../../core/events.ts';
import { eventAsText } from './eventText.ts';

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

export function readEvents(database: Database, filter: HistoryFilter, from: number, limit: number): TextPage {
  const { where, bound } = condition(filter);
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

function condition(filter: HistoryFilter) {
  const bound: Record<string, SqlValue> = {};
  let where = '';
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

/** How many events there are, and the position of the last: equal unless something is missing. */
export function extentOf(database: Database): { readonly count: number; readonly last: number } {
  const [count, last] = row(database, 'SELECT count(*), coalesce(max(position), 0) FROM events', []);
  return { count: Number(count), last: Number(last) };
}

export function row(database: Database, sql: string, bound: BindParams): SqlValue[] {
  const statement = database.prepare(sql, bound);
  try {
    return statement.step() ? statement.get() : [];
  } finally {
    statement.free();
  }
}
