import type { SqlJsStatic } from 'sql.js';
import { type Migration, migrations } from '../database/migrations.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { compareTables } from './compareTables.ts';
import { replayDatabase } from './replayDatabase.ts';
import type { OnProgress, VerifiedDatabase } from './requests.ts';

interface Verifying {
  readonly onProgress?: OnProgress;
  readonly known?: readonly Migration[];
}

/**
 * Replays a database's events into an empty one, by the same rules, and compares every table row by row.
 * A step of its progress is an event that was replayed, or a row that was compared.
 */
export function verifyDatabase(
  sql: SqlJsStatic,
  bytes: Uint8Array,
  { onProgress = () => undefined, known = migrations }: Verifying = {},
): VerifiedDatabase {
  const stored = openDatabase(sql, bytes, known);
  try {
    const replayed = replayDatabase(sql, stored, known, onProgress);
    try {
      return { events: replayed.events, differing: compareTables(stored, replayed, onProgress) };
    } finally {
      replayed.database.close();
    }
  } finally {
    stored.close();
  }
}
