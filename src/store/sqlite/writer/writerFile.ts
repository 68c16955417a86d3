import { join } from 'node:path';
import { readOrNull } from '../chooseJournal.ts';
import type { StoreFiles } from '../storeFiles.ts';
import { writerName } from '../storeNames.ts';
import { writeNew } from '../writeNew.ts';
import type { ProcessFacts } from './processFacts.ts';

/** How clients reach a writer. */
export interface WriterIdentity {
  readonly endpoint: string;
  /** What a client of the worker surface shows in its `hello`. */
  readonly token: string;
}

/** `writer-<term>.json` (rule 13): who serves. Its time of modification is the heartbeat. It decides nothing about data. */
export interface WriterFile extends ProcessFacts, WriterIdentity {
  readonly term: number;
  /** The random text of its journal's header: proof that this very journal was in use. */
  readonly journal: string;
  /** When this process became the writer, epoch milliseconds; kept over rotations. */
  readonly since: number;
}

/** Written whole or not at all; replaces one that survived a power loss. */
export function writeWriterFile(files: StoreFiles, state: string, writer: WriterFile, random: string): void {
  const path = join(state, writerName(writer.term));
  const temporary = `${path}.${random}.tmp`;
  writeNew(files, temporary, Buffer.from(`${JSON.stringify(writer, null, 2)}\n`));
  files.rename(temporary, path);
}

/** Null if there is none, or none that can be read: then nobody can be reached by it either. */
export function readWriterFile(files: StoreFiles, state: string, term: number): WriterFile | null {
  const bytes = readOrNull(files, join(state, writerName(term)));
  if (bytes === null) return null;
  try {
    const writer = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<WriterFile> | null;
    return typeof writer?.pid === 'number' && typeof writer.host === 'string' ? (writer as WriterFile) : null;
  } catch {
    return null;
  }
}
