import { firstSchema } from './migrations.ts';

/**
 * The snapshot database in its first version; what came after is in `migrations`. `events` is the register; every other table is a projection of it, written in the same
 * transaction, for people with any SQLite tool and for `signalbox verify`. Times are epoch milliseconds; the views whose
 * names begin with `readable_` have them as UTC text.
 */
export const schema = `
CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor_surface TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  request_id TEXT,
  task_id TEXT,
  lease_id TEXT,
  worker TEXT,
  data TEXT NOT NULL
);
CREATE INDEX events_by_task ON events (task_id, position) WHERE task_id IS NOT NULL;
CREATE INDEX events_by_lease ON events (lease_id, position) WHERE lease_id IS NOT NULL;
CREATE INDEX events_by_worker ON events (worker, position) WHERE worker IS NOT NULL;

-- What the events fold to, as JSON: a start reads it in the place of all of them.
CREATE TABLE state (part TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE tasks (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, external_id TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  status TEXT NOT NULL, plan_id TEXT, repo TEXT NOT NULL, to_worker TEXT, gates TEXT NOT NULL,
  revision TEXT NOT NULL, generation INTEGER NOT NULL, is_cancelled INTEGER NOT NULL, created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE leases (
  id TEXT PRIMARY KEY, trigger_id TEXT NOT NULL, source TEXT NOT NULL, source_id TEXT NOT NULL,
  task_id TEXT NOT NULL, repo TEXT NOT NULL, worker TEXT, operator TEXT, state TEXT NOT NULL, reason TEXT, gate TEXT,
  attempt INTEGER NOT NULL, parent TEXT, next TEXT, continuation INTEGER NOT NULL, message_id TEXT NOT NULL,
  endpoint_id TEXT, transport_state TEXT, checkpoint TEXT, created_at INTEGER NOT NULL, due_at INTEGER,
  deadline_at INTEGER, acknowledged_at INTEGER, ended_at INTEGER
) WITHOUT ROWID;
CREATE INDEX leases_by_task ON leases (task_id);

CREATE TABLE triggers (
  id TEXT PRIMARY KEY, task_id TEXT NOT NULL, revision TEXT NOT NULL, is_consumed INTEGER NOT NULL, lost INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE questions (
  id TEXT PRIMARY KEY, task_id TEXT NOT NULL, lease_id TEXT NOT NULL, text TEXT NOT NULL, options TEXT NOT NULL,
  is_free_text INTEGER NOT NULL, state TEXT NOT NULL, decision_id TEXT, asked_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE decisions (
  id TEXT PRIMARY KEY, task_id TEXT NOT NULL, value TEXT NOT NULL, revision TEXT NOT NULL, question_id TEXT,
  external_id TEXT, is_voided INTEGER NOT NULL, recorded_at INTEGER NOT NULL, delivered_at INTEGER, shown_at INTEGER
) WITHOUT ROWID;

CREATE TABLE receipts (
  id TEXT PRIMARY KEY, lease_id TEXT NOT NULL, trigger_id TEXT NOT NULL, source TEXT NOT NULL,
  external_id TEXT NOT NULL, repo TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, attempt INTEGER NOT NULL,
  transport_state TEXT, at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE requests (
  key TEXT PRIMARY KEY, request_id TEXT NOT NULL, digest TEXT NOT NULL, answer TEXT, at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE VIEW readable_events AS
  SELECT position, strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch') AS at, type, actor_surface, actor_name,
    task_id, lease_id, worker, data FROM events;
CREATE VIEW readable_leases AS
  SELECT leases.id, task_id, title, leases.repo, worker, operator, state, reason, attempt,
    strftime('%Y-%m-%d %H:%M:%S', leases.created_at / 1000, 'unixepoch') AS created_at,
    strftime('%Y-%m-%d %H:%M:%S', acknowledged_at / 1000, 'unixepoch') AS acknowledged_at,
    strftime('%Y-%m-%d %H:%M:%S', ended_at / 1000, 'unixepoch') AS ended_at
  FROM leases LEFT JOIN tasks ON tasks.id = leases.task_id;

PRAGMA user_version = ${firstSchema};
`;
