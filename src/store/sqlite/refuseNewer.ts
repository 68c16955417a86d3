import { join } from 'node:path';
import { schemaVersion } from './journalLines.ts';
import { guessHeader } from './readJournal.ts';
import { newerSchema } from './storeFaults.ts';
import { hasCode, type StoreFiles } from './storeFiles.ts';
import type { StoreName } from './storeNames.ts';

const headLength = 4096;
const sqliteFormat = 'SQLite format 3\0';

/** SQLite keeps `PRAGMA user_version` big-endian at byte 60 of the file. Null: it is no database. */
export function userVersion(head: Uint8Array): number | null {
  if (head.length < 64) return null;
  if (Buffer.from(head.buffer, head.byteOffset, 16).toString('latin1') !== sqliteFormat) return null;
  return new DataView(head.buffer, head.byteOffset, head.length).getInt32(60);
}

function versionOf(files: StoreFiles, state: string, name: StoreName): number | null {
  try {
    const head = files.readHead(join(state, name.name), headLength);
    return name.kind === 'journal' ? guessHeader(head).schema : userVersion(head);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** S1: a store of a newer schema is told before any checksum is judged, and before anything is touched. */
export function refuseNewer(
  files: StoreFiles,
  state: string,
  names: readonly StoreName[],
  known = schemaVersion,
): void {
  for (const name of names) {
    if (name.kind === 'writer' || (name.kind === 'snapshot' && name.isTemporary)) continue;
    const version = versionOf(files, state, name);
    if (version !== null && version > known) throw newerSchema(name.name, version, known);
  }
}
