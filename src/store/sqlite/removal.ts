import { basename, join } from 'node:path';
import type { RegisterFault } from '../../coordinator/ports.ts';
import { listBackups } from './backupFiles.ts';
import { readOrNull } from './chooseJournal.ts';
import type { Journal } from './journal.ts';
import { StoreRemoved } from './storeFaults.ts';
import type { StoreFiles } from './storeFiles.ts';
import type { StoreLayout } from './storeLayout.ts';
import type { StoreParts } from './storeParts.ts';
import { namesOf, parseStoreNames } from './storeNames.ts';
import { writeNew } from './writeNew.ts';

/** What the last writer knew of a store that was removed while it was in use. */
export interface Removal {
  /** When it was noticed, epoch milliseconds. */
  readonly at: number;
  readonly term: number;
  /** Of the last confirmed event. */
  readonly position: number;
}

type WriterParts = Pick<StoreParts, 'files' | 'layout' | 'clock'>;

const noteOf = ({ state }: StoreLayout): string => join(state, 'removed.json');

/**
 * Leaves word for whoever opens next, so that no empty store is begun in silence. Not where somebody has begun one already,
 * nor where all of `.signalbox/` is gone: there a person makes a new workspace before anything opens it.
 */
function noteRemoval(files: StoreFiles, layout: StoreLayout, removal: Removal): void {
  files.makeFolder(layout.state, 0o700);
  if (namesOf('journal', parseStoreNames(files.list(layout.state))).length > 0) return;
  if (files.stat(noteOf(layout)) !== null) return;
  writeNew(files, noteOf(layout), Buffer.from(`${JSON.stringify(removal)}\n`));
}

/** Null: the store was not removed, or a person has settled it. */
export function removalOf(files: StoreFiles, layout: StoreLayout): Removal | null {
  const bytes = readOrNull(files, noteOf(layout));
  if (bytes === null) return null;
  try {
    const { at, term, position } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Removal;
    return { at, term, position };
  } catch {
    return { at: 0, term: 0, position: 0 };
  }
}

/**
 * Whether a writer ended because its folder was removed: it looks as if it had been replaced, or as if the disk failed.
 * Null: it was another reason.
 */
export function removalFound(
  parts: WriterParts,
  journal: Journal,
  position: number,
  fault: RegisterFault,
): StoreRemoved | null {
  if (fault.kind !== 'replaced' && fault.kind !== 'storage') return null;
  try {
    if (!journal.isRemoved()) return null;
  } catch {
    return null;
  }
  const removal = leaveNote(parts, journal, position);
  return removedFault(parts.files, parts.layout, removal);
}

export function leaveNote(
  { files, layout, clock }: WriterParts,
  { term }: Journal,
  position: number,
): Removal {
  const removal = { at: clock.now(), term, position };
  try {
    noteRemoval(files, layout, removal);
  } catch {
    // All of `.signalbox/` may be gone; this writer still says what happened.
  }
  return removal;
}

/** A person has said how to go on: the note is kept among the files that were set aside. */
export function settleRemoval({
  files,
  layout,
  newRandom,
}: Pick<StoreParts, 'files' | 'layout' | 'newRandom'>): void {
  if (files.stat(noteOf(layout)) === null) return;
  files.makeFolder(layout.aside, 0o700);
  files.rename(noteOf(layout), join(layout.aside, `${basename(noteOf(layout))}-${newRandom()}`));
  files.syncFolder(layout.state);
}

/** What is possible: the backups lie in the folder too, and may be gone with it. */
export function removedFault(files: StoreFiles, layout: StoreLayout, { position }: Removal): StoreRemoved {
  const [newest] = listBackups(files, layout.backups);
  const message = `${layout.state} was removed while it was in use; it held ${position} events`;
  if (newest !== undefined) {
    const next = `Go on from the newest backup (position ${newest.last}): signalbox restore ${JSON.stringify(newest.path)}.`;
    return new StoreRemoved(message, next);
  }
  return new StoreRemoved(
    message,
    'Its own backups lay in it and are gone too. If you have one elsewhere: signalbox restore FILE; ' +
      'to begin an empty store: signalbox serve --new.',
  );
}
