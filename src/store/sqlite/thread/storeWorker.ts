import { join } from 'node:path';
import type { Database, SqlJsStatic } from 'sql.js';
import { readOrNull } from '../chooseJournal.ts';
import { readEvents } from '../database/eventRows.ts';
import { readFolded } from '../database/foldedState.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { fileChecksum } from '../fileChecksum.ts';
import { damaged, replaced } from '../storeFaults.ts';
import type { StoreFiles } from '../storeFiles.ts';
import { buildDatabase } from './buildDatabase.ts';
import { checkDatabase } from './checkDatabase.ts';
import { verifyDatabase } from './verifyDatabase.ts';
import type { ThreadCall, ThreadCalls } from './requests.ts';

type Handlers = {
  readonly [C in ThreadCall]: (request: ThreadCalls[C]['request']) => ThreadCalls[C]['answer'];
};

/** What runs in the second thread: all SQL is here, so that the host's thread never waits for any. */
export class StoreWorker {
  private readonly files: StoreFiles;
  private readonly sql: SqlJsStatic;
  private readonly hold: (path: string) => void;
  private database: Database | null = null;

  /** @param hold called with the path of a file that its owner is about to delete */
  constructor(files: StoreFiles, sql: SqlJsStatic, hold: (path: string) => void = () => undefined) {
    this.files = files;
    this.sql = sql;
    this.hold = hold;
  }

  handle<C extends ThreadCall>(call: C, request: ThreadCalls[C]['request']): ThreadCalls[C]['answer'] {
    return this.handlers[call](request);
  }

  close(): void {
    this.database?.close();
    this.database = null;
  }

  private readonly handlers: Handlers = {
    build: (job) => {
      const built = buildDatabase(this.files, this.sql, job);
      if (job.previous !== null) this.hold(join(job.state, job.previous.name));
      return built;
    },
    check: ({ path }) => checkDatabase(this.sql, path, this.files.read(path)),
    verify: ({ path }) => verifyDatabase(this.sql, this.files.read(path)),
    open: ({ path, crc }) => {
      const bytes = readOrNull(this.files, path);
      if (bytes === null) throw replaced();
      if (fileChecksum(bytes) !== crc) throw damaged(`${path} is damaged: its checksum differs`);
      this.close();
      this.database = openDatabase(this.sql, bytes);
      return null;
    },
    page: ({ filter, from, limit }) => {
      if (this.database === null) throw new Error('a page was asked for before a snapshot was opened');
      return readEvents(this.database, filter, from, limit);
    },
    folded: () => {
      if (this.database === null)
        throw new Error('the folded state was asked for before a snapshot was opened');
      return readFolded(this.database);
    },
  };
}
