import type { Database } from 'sql.js';
import { archivedExtent } from '../database/archivedRows.ts';
import { extentOf } from '../database/eventRows.ts';
import { compareTable } from './compareTable.ts';
import { countOf, projected, type Replayed } from './replayDatabase.ts';
import type { OnProgress, TableDifference } from './requests.ts';

/** Every table that is not what a replay makes, and `events` itself if some are missing. */
export function compareTables(
  stored: Database,
  { database, events, total }: Replayed,
  onProgress: OnProgress,
): TableDifference[] {
  const differing = missingEvents(stored);
  let done = events;
  for (const table of projected) {
    const difference = compareTable(stored, database, table);
    if (difference !== null) differing.push(difference);
    done += countOf(stored, table);
    onProgress(done, total);
  }
  return differing;
}

/** Each position is that of an event here, or of one that was moved to the archive. */
function missingEvents(stored: Database): TableDifference[] {
  const { count, last } = extentOf(stored);
  const rows = last - count - archivedExtent(stored).count;
  return rows === 0 ? [] : [{ table: 'events', rows, row: `below ${last}`, what: 'missing' }];
}
