import { basename, dirname } from 'node:path';
import type { SnapshotRef } from './journalLines.ts';
import { readerOf, startTerm } from './openWriter.ts';
import { createNextJournal } from './ownFile.ts';
import { copyAsSnapshot, keepFiles, orAbandon } from './restoreBackup.ts';
import { findSalvage, type FoundDatabase } from './salvage.ts';
import type { SqliteRegister } from './sqliteRegister.ts';
import { damaged } from './storeFaults.ts';
import type { StoreParts } from './storeParts.ts';
import type { WriterIdentity } from './writer/writerFile.ts';

/**
 * Goes on in a new term from what of a damaged store can be read, because a person said so. Copies of all its files are
 * kept aside first (rule 17). Null: another writer came meanwhile.
 * @throws RegisterFault `damaged` if nothing can be read
 */
export async function openSalvaged(
  parts: StoreParts,
  identity: WriterIdentity,
): Promise<SqliteRegister | null> {
  const own = createNextJournal(parts.files, parts.layout.state);
  const contents = await orAbandon(parts, own, async () => {
    keepFiles(parts, own);
    const { history } = await findSalvage(parts);
    if (history === null) throw damaged('nothing of this store can be read');
    const { base, events } = history;
    return { snapshot: base === null ? null : snapshotOf(parts, own.term, base), events };
  });
  return startTerm(parts, own, contents, identity, readerOf(parts));
}

/** The file itself where it is a snapshot, else a copy of it as one of this term. */
function snapshotOf(parts: StoreParts, term: number, base: FoundDatabase): SnapshotRef {
  const name = basename(base.path);
  const isSnapshot = dirname(base.path) === parts.layout.state && name.startsWith('snapshot-');
  return isSnapshot
    ? { name, position: base.last, crc: base.crc }
    : copyAsSnapshot(parts, term, base.path, base);
}
