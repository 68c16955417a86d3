import type { BindParams, Database, SqlValue } from 'sql.js';
import type { HistoryFilter } from '../../../coordinator/ports.ts';
import type { RegisterEvent } from '../../../core/events.ts';

const insert = `INSERT INTO events (position, id, type, version, at, actor_surface, actor_name, request_id,
  task_id, lease_id, worker, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** An event as JSON text, built by SQLite: one crossing of the border for many rows. */
const asJson = `'{"position":' || position || ',"id":' || json_quote(id) || ',"type":' || json_quote(type)
  || ',"version":' || version || ',"at":' || at
  || ',"actor":{"surface":' || json_quote(actor_surface) || ',"name":' || json_quote(actor_name)
  || '},"requestId":' || json_quote(request_id) || ',"about":{"taskId":' || json_quote(task_id)
  || ',"leaseId":' || json_quote(lease_id) || ',"worker":' || json_quote(worker)
  || '},"data":' || data || '}'`;

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

/** A page of events as the text of a JSON array. `next`: position of the first that is not in it, null at the end. */
export interface TextPage {
  readonly text: string;
  readonly count: number;
  readonly next: number | null;
}

export function readEvents(database: Database, filter: HistoryFilter, from: number, limit: number): TextPage {
  const { where, bound } = condition(filter, from);
  const positions = `SELECT position FROM events WHERE ${where} ORDER BY position LIMIT ${limit + 1}`;
  const found = column(database, positions, bound);
  const next = found.length > limit ? (found.pop() ?? null) : null;
  const end = found.at(-1);
  if (end === undefined) return { text: '[]', count: 0, next: null };
  const rows = `SELECT ${asJson} AS event FROM events WHERE ${where} AND position <= $end ORDER BY position`;
  const [text] = row(database, `SELECT group_concat(event, ',') FROM (${rows})`, { ...bound, $end: end });
  return { text: `[${String(text)}]`, count: found.length, next };
}

function condition(filter: HistoryFilter, from: number) {
  const bound: Record<string, SqlValue> = { $from: from };
  const parts = ['position >= $from'];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    bound[`$${name}`] = value;
    parts.push(`${name} = $${name}`);
  };
  add('task_id', filter.taskId);
  add('lease_id', filter.leaseId);
  add('worker', filter.worker);
  return { where: parts.join(' AND '), bound };
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

function column(database: Database, sql: string, bound: BindParams): number[] {
  const statement = database.prepare(sql, bound);
  const values: number[] = [];
  try {
    while (statement.step()) values.push(Number(statement.get()[0]));
    return values;
  } finally {
    statement.free();
  }
}
