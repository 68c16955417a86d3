import { RegisterFault } from '../../coordinator/ports.ts';
import type { Contents } from './chooseJournal.ts';
import { startJournal } from './journal.ts';
import { abandonTerm, isStillWriter, type OwnFile } from './ownFile.ts';
import { setAside } from './setAside.ts';
import { SnapshotReader } from './snapshotReader.ts';
import { SqliteRegister } from './sqliteRegister.ts';
import { damaged } from './storeFaults.ts';
import type { StoreParts } from './storeParts.ts';
import { namesOf, parseStoreNames } from './storeNames.ts';
import { type TakenTerm, takeTerm } from './takeTerm.ts';
import type { WriterIdentity } from './writer/writerFile.ts';

/**
 * Rules 1 to 4, once. Null: another writer came meanwhile.
 * @throws RegisterFault `damaged`, `newer_schema`
 */
export async function openWriter(
  parts: StoreParts,
  identity: WriterIdentity,
): Promise<SqliteRegister | null> {
  const reader = readerOf(parts);
  const { state } = parts.layout;
  if (namesOf('snapshot', parseStoreNames(parts.files.list(state))).length > 0) reader.prepare();
  try {
    const taken = takeTerm(parts.files, parts.layout, parts.schema);
    if (taken !== null) {
      keepTorn(parts, taken);
      return await startTerm(parts, taken.own, taken.contents, identity, reader);
    }
  } catch (error) {
    reader.dispose();
    throw error;
  }
  reader.dispose();
  return null;
}

function keepTorn({ files, layout, newRandom }: StoreParts, { own, torn }: TakenTerm): void {
  try {
    setAside(files, layout, torn, newRandom());
  } catch (error) {
    abandonTerm(files, own);
    throw error;
  }
}

export const readerOf = ({ startThread, layout, scheduler }: StoreParts): SnapshotReader =>
  new SnapshotReader(startThread, layout, scheduler);

/** Makes the own journal ready, looks, and only then lets itself be found. Null: replaced. */
export async function startTerm(
  parts: StoreParts,
  own: OwnFile,
  contents: Contents,
  identity: WriterIdentity,
  reader: SnapshotReader,
): Promise<SqliteRegister | null> {
  try {
    const folded = contents.snapshot === null ? null : reader.folded(contents.snapshot);
    // Who takes the register up awaits it; nobody does if the term is not begun.
    folded?.catch(() => undefined);
    const isWhole = contents.snapshot === null || (await isReadable(parts, reader, own, contents.snapshot));
    const journal = isWhole
      ? startJournal(parts.files, own, contents, parts.newRandom(), parts.schema)
      : null;
    if (journal?.look() !== true) {
      reader.dispose();
      own.file.close();
      return null;
    }
    const { term, random } = journal;
    const facts = { ...parts.processes.own(), since: parts.clock.now() };
    const writer = { ...identity, ...facts, term, journal: random };
    const { events } = contents;
    const register = new SqliteRegister(parts, { journal, events, writer, reader, folded });
    register.serve();
    return register;
  } catch (error) {
    reader.dispose();
    abandonTerm(parts.files, own);
    throw error;
  }
}

/** False: replaced, as the snapshot is gone. What looks like damage is so only for one who was not replaced. */
async function isReadable(
  parts: StoreParts,
  reader: SnapshotReader,
  own: OwnFile,
  snapshot: NonNullable<Contents['snapshot']>,
): Promise<boolean> {
  try {
    await reader.check(snapshot);
    return true;
  } catch (error) {
    if (!isStillWriter(parts.files, own)) return false;
    const isGone = error instanceof RegisterFault && error.kind === 'replaced';
    throw isGone ? damaged(`${snapshot.name} is missing`) : error;
  }
}
