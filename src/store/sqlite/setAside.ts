import { join } from 'node:path';
import { readOrNull } from './chooseJournal.ts';
import type { StoreLayout } from './storeLayout.ts';
import type { StoreFiles } from './storeFiles.ts';
import { writeNew } from './writeNew.ts';

/** Rule 17: keeps copies of files of which not all could be read, before anything newer makes them superfluous. */
export function setAside(
  files: StoreFiles,
  { state, aside }: StoreLayout,
  names: readonly string[],
  random: string,
): void {
  for (const name of names) {
    const bytes = readOrNull(files, join(state, name));
    if (bytes !== null) writeNew(files, join(aside, `${name}-${random}`), bytes);
  }
  if (names.length > 0) files.syncFolder(aside);
}
