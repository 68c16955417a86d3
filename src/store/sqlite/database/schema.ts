import { schemaVersion } from '../journalLines.ts';

/**
 * The snapshot database. `events` is the register; every other table is a projection of it, written in the same
 * transaction, for people with any SQLite tool and for `signalbox verify`. Times are epoch milliseconds.
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
PRAGMA user_version = ${schemaVersion};
`;
