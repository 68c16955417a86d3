import { join } from 'node:path';
import type { Database, SqlJsStatic } from 'sql.js';
import { readOrNull } from '../chooseJournal.ts';
import { archivedExtent } from '../database/archivedRows.ts';
import { readFolded } from '../database/foldedState.ts';
import { type Migration, migrations } from '../database/migrations.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { fileChecksum } from '../fileChecksum.ts';
import { damaged, replaced } from '../storeFaults.ts';
import type { StoreFiles } from '../storeFiles.ts';
import { buildDatabase, contentsAt, writeCopy } from './buildDatabase.ts';
import { checkDatabase } from './checkDatabase.ts';
import { readPage } from './readPage.ts';
import { verifyDatabase } from './verifyDatabase.ts';
import type { OnProgress, ThreadCall, ThreadCalls } from './requests.ts';

type Handlers = {
  readonly [C in ThreadCall]: (
    request: ThreadCalls[C]['request'],
    onProgress: OnProgress,
  ) => ThreadCalls[C]['answer'];
};

/** What runs in the second thread: all SQL is here, so that the host's thread never waits for any. */
export class StoreWorker {
  private readonly files: StoreFiles;
  private readonly sql: SqlJsStatic;
  private readonly hold: (path: string) => void;
  private readonly known: readonly Migration[];
  /** Of the snapshot that was asked for, checked; it becomes a database with the first look into it. */
  private bytes: Uint8Array | null = null;
  private database: Database | null = null;

  /**
   * @param hold called with the path of a file that its owner is about to delete
   * @param known what databases of other versions are brought to the present shape by
   */
  constructor(
    files: StoreFiles,
    sql: SqlJsStatic,
    hold: (path: string) => void = () => undefined,
    known = migrations,
  ) {
    this.files = files;
    this.sql = sql;
    this.hold = hold;
    this.known = known;
  }

  handle<C extends ThreadCall>(
    call: C,
    request: ThreadCalls[C]['request'],
    onProgress: OnProgress = () => undefined,
  ): ThreadCalls[C]['answer'] {
    return this.handlers[call](request, onProgress);
  }

  close(): void {
    this.database?.close();
    this.database = null;
    this.bytes = null;
  }

  private opened(): Database {
    if (this.database !== null) return this.database;
    if (this.bytes === null) throw new Error('a look into a snapshot was asked for before it was opened');
    this.database = openDatabase(this.sql, this.bytes, this.known);
    this.bytes = null;
    return this.database;
  }

  private readonly handlers: Handlers = {
    build: (job, onProgress) => {
      const built = buildDatabase(this.files, this.sql, job, { onProgress, known: this.known });
      if (job.previous !== null) this.hold(join(job.state, job.previous.name));
      return built;
    },
    check: ({ path }) => checkDatabase(this.sql, path, this.files.read(path), undefined, this.known),
    verify: ({ copy, ...source }, onProgress) => {
      const bytes = contentsAt(this.files, this.sql, source, this.known);
      const verified = verifyDatabase(this.sql, bytes, { onProgress, known: this.known });
      writeCopy(this.files, bytes, copy);
      return verified;
    },
    open: ({ path, crc }) => {
      const bytes = readOrNull(this.files, path);
      if (bytes === null) throw replaced();
      if (fileChecksum(bytes) !== crc) throw damaged(`${path} is damaged: its checksum differs`);
      this.close();
      this.bytes = bytes;
      return null;
    },
    page: (request) => readPage(this.files, this.opened(), request),
    completeFrom: () => archivedExtent(this.opened()).last + 1,
    folded: () => readFolded(this.opened()),
  };
}
