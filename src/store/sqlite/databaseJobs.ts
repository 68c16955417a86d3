import { join } from 'node:path';
import type { Journal } from './journal.ts';
import { snapshotName } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import type { BuildJob } from './thread/requests.ts';

type JobParts = Pick<StoreParts, 'layout' | 'newRandom' | 'clock'>;

const source = ({ layout }: JobParts, journal: Journal, upTo: number) => ({
  state: layout.state,
  previous: journal.snapshot,
  journal: { term: journal.term, random: journal.random },
  upTo,
});

/** The snapshot that the next term names, and with it the copy for people's tools. */
export function snapshotJob(parts: JobParts, journal: Journal, upTo: number): BuildJob {
  const { state, copy, archive } = parts.layout;
  const name = snapshotName(journal.term, upTo, parts.newRandom());
  // Named like a snapshot, so that one left behind is deleted like one (rule 10).
  const temporary = join(state, `${snapshotName(journal.term, upTo, parts.newRandom())}.tmp`);
  return {
    ...source(parts, journal, upTo),
    folder: state,
    name,
    archive,
    isChecked: false,
    copy: { path: copy, temporary },
  };
}

/** The name of a backup: when it was made, and up to which position. */
export function backupName({ clock, newRandom }: JobParts, upTo: number): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `backup-${stamp}-${upTo}-${newRandom()}.db`;
}

/** S3: a database like a snapshot, read back and checked before it gets its name. */
export function backupJob(parts: JobParts, journal: Journal, upTo: number, folder: string): BuildJob {
  const name = backupName(parts, upTo);
  return { ...source(parts, journal, upTo), folder, name, archive: null, isChecked: true, copy: null };
}
