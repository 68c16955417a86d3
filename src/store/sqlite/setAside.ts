import { join } from 'node:path';
import { readOrNull } from './chooseJournal.ts';
import { fileChecksum } from './fileChecksum.ts';
import type { StoreLayout } from './storeLayout.ts';
import type { StoreFiles } from './storeFiles.ts';
import { writeNew } from './writeNew.ts';

/**
 * Rule 17: keeps copies of files of which not all could be read, before anything newer makes them superfluous. A file is
 * kept once, however often a start is tried. Answers the paths of the copies.
 */
export function setAside(
  files: StoreFiles,
  { state, aside }: StoreLayout,
  names: readonly string[],
  random: string,
): string[] {
  const copies: string[] = [];
  for (const name of names) {
    const bytes = readOrNull(files, join(state, name));
    if (bytes === null) continue;
    const path = join(aside, `${name}-${fileChecksum(bytes)}`);
    const kept = files.stat(path);
    if (kept === null) copyTo(files, path, bytes);
    // One that was cut off while it was written.
    else if (kept.size !== bytes.length) copyTo(files, `${path}-${random}`, bytes);
    copies.push(kept === null || kept.size === bytes.length ? path : `${path}-${random}`);
  }
  if (names.length > 0) files.syncFolder(aside);
  return copies;
}

function copyTo(files: StoreFiles, path: string, bytes: Uint8Array): void {
  try {
    writeNew(files, path, bytes);
  } catch (error) {
    discard(files, path);
    throw error;
  }
}

/** Half a copy helps nobody, and costs room where there may be none. */
function discard(files: StoreFiles, path: string): void {
  try {
    files.unlink(path);
  } catch {
    return;
  }
}
