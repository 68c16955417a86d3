import { join } from 'node:path';
import { backupName } from './backupFiles.ts';
import type { Journal } from './journal.ts';
import { snapshotName } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import type { BuildJob, DatabaseCopy, DatabaseSource } from './thread/requests.ts';

type JobParts = Pick<StoreParts, 'layout' | 'newRandom' | 'clock'>;
/** Of a journal, all that a job needs of it. */
type Source = Pick<Journal, 'term' | 'random' | 'snapshot'>;

const source = (
  { layout }: JobParts,
  { term, random, snapshot }: Source,
  upTo: number,
): Omit<DatabaseSource, 'archive'> => ({
  state: layout.state,
  previous: snapshot,
  journal: { term, random },
  upTo,
});

/** Named like a snapshot until it is whole, so that one left behind is deleted like one (rule 10). */
const copyForPeople = ({ layout, newRandom }: JobParts, term: number, upTo: number): DatabaseCopy => ({
  path: layout.copy,
  temporary: join(layout.state, `${snapshotName(term, upTo, newRandom())}.tmp`),
});

/**
 * The snapshot that the next term names, and with it the copy for people's tools.
 * @param isAnew its tables are made from all events, and it is read back and checked, as a person asked for it
 */
export function snapshotJob(parts: JobParts, journal: Journal, upTo: number, isAnew = false): BuildJob {
  return {
    ...source(parts, journal, upTo),
    folder: parts.layout.state,
    name: snapshotName(journal.term, upTo, parts.newRandom()),
    archive: parts.layout.archive,
    isChecked: isAnew,
    isAnew,
    copy: copyForPeople(parts, journal.term, upTo),
  };
}

/** S3: a database like a snapshot, read back and checked before it gets its name. */
export function backupJob(parts: JobParts, journal: Source, upTo: number, folder: string): BuildJob {
  const name = backupName(parts.clock.now(), upTo, parts.newRandom());
  return {
    ...source(parts, journal, upTo),
    folder,
    name,
    archive: null,
    isChecked: true,
    isAnew: false,
    copy: null,
  };
}

/** What is compared with a replay, and what the copy for people's tools is made of. */
export const verifyJob = (parts: JobParts, journal: Source, upTo: number) => ({
  ...source(parts, journal, upTo),
  archive: null,
  copy: copyForPeople(parts, journal.term, upTo),
});
