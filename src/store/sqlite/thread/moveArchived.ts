import type { Database } from 'sql.js';
import type { RegisterEvent, RegisterEventOf } from '../../../core/events.ts';
import type { LeaseId } from '../../../core/model/ids.ts';
import { isMoved, retentionMs } from '../../../core/rules/retention.ts';
import { appendMembers, archiveName, encodeMember, type Place } from '../archive/archiveFile.ts';
import {
  archivedTables,
  endOfArchive,
  hasArchived,
  insertArchived,
  waitingMarkers,
} from '../database/archivedRows.ts';
import { deleteEvents, eventsWhere } from '../database/eventRows.ts';
import type { StoreFiles } from '../storeFiles.ts';

type Marker = RegisterEventOf<'LeaseArchived'>;

interface Group {
  readonly marker: Marker;
  /** In order of position, without the marker, which also stays. */
  readonly events: RegisterEvent[];
}

/**
 * Retention: moves the events of leases that are marked as archived to the archive, where they are durable before they
 * leave this database. A crash before the database gets its name leaves them in both, and the next one moves them anew.
 */
export function moveArchived(files: StoreFiles, database: Database, state: string, folder: string): void {
  const groups = groupsIn(database);
  if (groups.length === 0) return;
  const archive = { files, folder, state, endOf: (file: string) => endOfArchive(database, file) };
  for (const month of byMonth(groups)) {
    const members = month.map(({ marker, events }) => encodeMember([...events, marker]));
    const places = appendMembers(archive, month[0]?.marker.at ?? 0, members);
    take(database, month, places);
  }
  // Else what was taken out would stay as empty room.
  database.run('VACUUM');
}

function groupsIn(database: Database): Group[] {
  const isMarked = `type = 'LeaseArchived'`;
  if (!hasArchived(database)) {
    if (eventsWhere(database, `${isMarked} LIMIT 1`, []).length === 0) return [];
    database.run(archivedTables);
  }
  const groups = waitingMarkers(database).map((position): Group => {
    const [marker] = eventsWhere(database, 'position = ?', [position]) as [Marker];
    const ids = new Set<LeaseId>([marker.data.leaseId]);
    const events = eventsWhere(database, 'lease_id = ? ORDER BY position', [marker.data.leaseId]);
    return { marker, events: events.filter((event) => isMoved(event, ids, marker.at)) };
  });
  addRequests(database, groups);
  return groups;
}

/** Stored answers go with the lease that their call was about; the others with the first one. */
function addRequests(database: Database, groups: readonly Group[]): void {
  const [first] = groups;
  if (first === undefined) return;
  const byRequest = new Map<string, Group>();
  for (const group of groups) {
    for (const { requestId } of group.events)
      if (requestId !== null && !byRequest.has(requestId)) byRequest.set(requestId, group);
  }
  const keptFrom = Math.max(...groups.map(({ marker }) => marker.at)) - retentionMs;
  const sql = `type = 'RequestAccepted' AND at <= ? AND position > ? ORDER BY position LIMIT 1000`;
  for (let from = 0, isMore = true; isMore;) {
    const events = eventsWhere(database, sql, [keptFrom, from]);
    for (const event of events) (byRequest.get(event.requestId ?? '') ?? first).events.push(event);
    from = events.at(-1)?.position ?? from;
    isMore = events.length > 0;
  }
  for (const { events } of groups) events.sort((one, other) => one.position - other.position);
}

function byMonth(groups: readonly Group[]): Group[][] {
  const months = new Map<string, Group[]>();
  for (const group of groups) {
    const name = archiveName(group.marker.at, 1);
    months.set(name, [...(months.get(name) ?? []), group]);
  }
  return [...months.values()];
}

function take(database: Database, groups: readonly Group[], places: readonly Place[]): void {
  database.run('BEGIN');
  const leases = groups.flatMap(({ marker, events }, index) => {
    const [place, first, last] = [places[index], events[0]?.position ?? 0, events.at(-1)?.position ?? 0];
    const { leaseId, taskId } = marker.data;
    const count = events.length;
    return place === undefined
      ? []
      : [{ leaseId, taskId, marker: marker.position, events: count, first, last, ...place }];
  });
  insertArchived(database, leases);
  deleteEvents(
    database,
    groups.flatMap(({ events }) => events.map(({ position }) => position)),
  );
  database.run('COMMIT');
}
