import { readFileSync } from 'node:fs';
import initSqlJs, { type Database } from 'sql.js';
import type { Narrator } from './narrator.ts';
import { messageBody } from './workspace.ts';

interface LeaseRow {
  readonly task: string;
  readonly title: string;
  readonly repo: string;
  readonly worker: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

/** How each task must have ended, by whom, and how often. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'file/header': ['completed by web'],
  'file/greeting': ['completed by web'],
  'file/publish': ['stopped (gated)'],
  'file/parser': ['stopped (holder_lost) by api', 'completed by api'],
  'file/client': ['completed by web'],
  'file/message/build-log': ['completed by web'],
};

const ending = ({ state, reason, worker }: LeaseRow): string =>
  [state, reason === null ? '' : `(${reason})`, worker === null ? '' : `by ${worker}`]
    .filter((part) => part !== '')
    .join(' ');

/** Looks at the store with nothing but SQLite, as anybody could. */
export async function checkStore(file: string, narrator: Narrator): Promise<void> {
  const bytes = readFileSync(file);
  const { Database: Opened } = await initSqlJs();
  const database = new Opened(bytes);
  try {
    const [integrity] = rows<{ integrity_check: string }>(database, 'PRAGMA integrity_check');
    narrator.must('the database is whole', integrity?.integrity_check === 'ok', integrity);
    const leases = rows<LeaseRow>(
      database,
      `SELECT leases.task_id AS task, title, leases.repo AS repo, worker, state, reason,
         acknowledged_at AS "from", ended_at AS "to"
       FROM leases JOIN tasks ON tasks.id = leases.task_id ORDER BY ended_at`,
    );
    showLeases(leases, narrator);
    for (const [task, endings] of Object.entries(expected)) {
      const seen = leases.filter((lease) => lease.task === task).map(ending);
      narrator.must(`${task}: ${endings.join(', then ')}`, isSame(seen, endings), seen);
    }
    narrator.must(
      'no other task had a lease',
      leases.every(({ task }) => task in expected),
      leases.length,
    );
    narrator.must(
      'no repository had two holders at a time',
      ['web', 'api'].every((repo) => isApart(leases, repo)),
    );
    narrator.must("the message's text has not left its file", !bytes.includes(messageBody));
  } finally {
    database.close();
  }
}

function rows<T>(database: Database, sql: string): T[] {
  const statement = database.prepare(sql);
  const found: T[] = [];
  while (statement.step()) found.push(statement.getAsObject() as T);
  statement.free();
  return found;
}

function showLeases(leases: readonly LeaseRow[], narrator: Narrator): void {
  for (const lease of leases) {
    const at = lease.to === null ? '' : new Date(lease.to).toLocaleTimeString();
    narrator.write(`             ${at}  ${ending(lease).padEnd(28)} ${lease.title}`);
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

function isApart(leases: readonly LeaseRow[], repo: string): boolean {
  const held = leases.filter((lease) => lease.repo === repo && lease.from !== null);
  const inOrder = held.sort((one, other) => (one.from ?? 0) - (other.from ?? 0));
  return inOrder.every(({ from }, at) => at === 0 || (from ?? 0) >= (inOrder[at - 1]?.to ?? Infinity));
}
