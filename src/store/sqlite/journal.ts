import { join } from 'node:path';
import type { RegisterEvent } from '../../core/events.ts';
import type { Contents } from './chooseJournal.ts';
import {
  type EncodedLine,
  encodeLine,
  encodePreamble,
  journalFormat,
  type JournalHeader,
  schemaVersion,
  type SnapshotRef,
} from './journalLines.ts';
import { createJournal, holdsItsName, isStillWriter, namesWithin, type OwnFile } from './ownFile.ts';
import { hasCode, type StoreFiles } from './storeFiles.ts';
import { namesOf, parseStoreNames, type StoreName } from './storeNames.ts';

/**
 * The journal of one term, from `ready` on. A failure of any call leaves it of no more use (rule 12): its owner ends.
 * Made by `startJournal`, which returns only when rule 4 is done; the right to delete comes with the first look after it.
 */
export class Journal {
  readonly term: number;
  readonly random: string;
  readonly snapshot: SnapshotRef | null;
  private readonly schema: number;
  private readonly files: StoreFiles;
  private readonly own: OwnFile;
  private crc: number;
  private size: number;
  private mayDelete = false;

  constructor(files: StoreFiles, own: OwnFile, header: JournalHeader, end: EncodedLine) {
    this.files = files;
    this.own = own;
    this.term = own.term;
    this.random = header.random;
    this.snapshot = header.snapshot;
    this.schema = header.schema;
    this.crc = end.crc;
    this.size = end.bytes.length;
  }

  /** Bytes in the file. */
  get bytes(): number {
    return this.size;
  }

  /** Rule 6, the first half: one line with one checksum for all events of a turn, then `fdatasync`. */
  commit(events: readonly RegisterEvent[]): void {
    const line = encodeLine({ commit: events }, this.crc);
    this.own.file.write(line.bytes);
    this.own.file.sync();
    this.crc = line.crc;
    this.size += line.bytes.length;
  }

  /** Rule 7. False: replaced, for good. */
  look(): boolean {
    const isWriter = isStillWriter(this.files, this.own);
    this.mayDelete ||= isWriter;
    return isWriter;
  }

  /** After a look that failed: nobody has come, but the own name is gone or another's, so the folder was removed. */
  isRemoved(): boolean {
    const { state, term } = this.own;
    const listed = namesWithin(this.files, state);
    if (listed === null) return true;
    return (
      !namesOf('journal', listed).some((name) => name.term > term) && !holdsItsName(this.files, this.own)
    );
  }

  /**
   * Rule 9: exactly the next term, from the own history above a snapshot that the own thread built. Null: replaced. The
   * file of this term stays open until the caller closes it.
   */
  rotate(snapshot: SnapshotRef, events: readonly RegisterEvent[], random: string): Journal | null {
    const next = this.createNext();
    if (next === null) return null;
    try {
      if (holdsItsName(this.files, this.own)) {
        return startJournal(this.files, next, { snapshot, events }, random, this.schema);
      }
    } catch (error) {
      next.file.close();
      throw error;
    }
    next.file.close();
    return null;
  }

  private createNext(): OwnFile | null {
    try {
      return createJournal(this.files, this.own.state, this.term + 1);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /**
   * Rules 10 and 11. May come late and from a replaced writer: what is below this term, once a look has passed, is never
   * read again by anybody who is not replaced. Never because of what another journal says.
   */
  deleteOlder(): void {
    if (!this.mayDelete) return;
    const { state } = this.own;
    const older = parseStoreNames(this.files.list(state)).filter(({ term }) => term < this.term);
    const spare = older.filter(({ kind, name }) => kind === 'snapshot' && name !== this.snapshot?.name);
    for (const { name } of [
      ...namesOf('writer', older),
      ...namesOf('journal', older),
      ...spare,
    ] as StoreName[]) {
      if (!holdsItsName(this.files, this.own)) return;
      this.unlink(join(state, name));
    }
  }

  private unlink(path: string): void {
    try {
      this.files.unlink(path);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }

  close(): void {
    this.own.file.close();
  }
}

/** Rule 4: everything adopted is copied and durable, and so is the name, before anything is confirmed or deleted. */
export function startJournal(
  files: StoreFiles,
  own: OwnFile,
  contents: Contents,
  random: string,
  schema = schemaVersion,
): Journal {
  const { term } = own;
  const { snapshot, events } = contents;
  const header = { format: journalFormat, schema, random, term, snapshot };
  const preamble = encodePreamble(header, events);
  own.file.write(preamble.bytes);
  own.file.sync();
  files.syncFolder(own.state);
  return new Journal(files, own, header, preamble);
}
