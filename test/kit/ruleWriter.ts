import { join } from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import type { Contents } from '../../src/store/sqlite/chooseJournal.ts';
import { snapshotJob } from '../../src/store/sqlite/databaseJobs.ts';
import { type Journal, startJournal } from '../../src/store/sqlite/journal.ts';
import {
  encodePreamble,
  journalFormat,
  schemaVersion,
  type SnapshotRef,
} from '../../src/store/sqlite/journalLines.ts';
import { abandonTerm } from '../../src/store/sqlite/ownFile.ts';
import type { StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import { hasCode } from '../../src/store/sqlite/storeFiles.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { makeFolders, takeTerm } from '../../src/store/sqlite/takeTerm.ts';
import { writerName } from '../../src/store/sqlite/storeNames.ts';
import { buildDatabase } from '../../src/store/sqlite/thread/buildDatabase.ts';
import { writeWriterFile } from '../../src/store/sqlite/writer/writerFile.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { eventAt } from './registerEvents.ts';

/** An event that only one writer makes, so that two histories can be told apart. */
export const markedEvent = (position: number, mark: string): RegisterEvent => ({
  ...eventAt(position),
  actor: { surface: 'operator', name: mark },
});

/**
 * The rules of store.md without their event loop: each step is synchronous, so that another writer can run whole inside
 * any file call of this one. `acknowledged` is what it told its clients.
 */
export class RuleWriter {
  readonly acknowledged: RegisterEvent[] = [];
  contents: Contents = { snapshot: null, events: [] };
  journal: Journal | null = null;
  private readonly files: StoreFiles;
  private readonly sql: SqlJsStatic;
  private readonly name: string;
  private readonly root: string;
  private last = 0;
  private tail: RegisterEvent[] = [];
  private randoms = 0;

  constructor(files: StoreFiles, sql: SqlJsStatic, name: string, root = '/root') {
    this.files = files;
    this.sql = sql;
    this.name = name;
    this.root = root;
  }

  /** False: replaced while opening. */
  open(): boolean {
    const layout = storeLayout(this.root);
    makeFolders(this.files, layout);
    const taken = takeTerm(this.files, layout);
    if (taken === null) return false;
    this.contents = taken.contents;
    this.tail = [...taken.contents.events];
    this.last = this.tail.at(-1)?.position ?? taken.contents.snapshot?.position ?? 0;
    const journal = startJournal(this.files, taken.own, taken.contents, this.random());
    if (journal.look()) {
      this.journal = journal;
      this.serve();
    }
    return this.journal !== null;
  }

  /** A start on a disk that fails with half of the preamble written, or with the first look. The term is given up. */
  failToOpen(at: 'write' | 'look'): void {
    const layout = storeLayout(this.root);
    makeFolders(this.files, layout);
    const taken = takeTerm(this.files, layout);
    if (taken === null) return;
    const { term, file } = taken.own;
    const { snapshot, events } = taken.contents;
    const header = { format: journalFormat, schema: schemaVersion, random: this.random(), term, snapshot };
    const { bytes } = encodePreamble(header, events);
    file.write(at === 'look' ? bytes : bytes.subarray(0, bytes.length / 2));
    if (at === 'look') {
      file.sync();
      this.files.syncFolder(layout.state);
    }
    abandonTerm(this.files, taken.own);
  }

  /** As the heartbeat does: looks, and writes the writer file anew if it has gone. */
  beat(): void {
    if (this.journal === null) return;
    if (!this.journal.look()) {
      this.journal = null;
      return;
    }
    try {
      this.files.touch(join(storeLayout(this.root).state, writerName(this.journal.term)), 1);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      this.serve();
    }
  }

  /** Rule 13: only after rule 4 and a look. */
  private serve(): void {
    if (this.journal === null) return;
    const { term, random } = this.journal;
    const facts = { pid: 1, processStart: null, host: 'host', bootId: null, pidNamespace: null, since: 0 };
    const writer = { ...facts, endpoint: 'none', token: 'none', term, journal: random };
    writeWriterFile(this.files, storeLayout(this.root).state, writer, this.random());
  }

  commit(): void {
    if (this.journal === null) return;
    const event = markedEvent(this.last + 1, this.name);
    this.journal.commit([event]);
    if (!this.journal.look()) {
      this.journal = null;
      return;
    }
    this.last += 1;
    this.tail.push(event);
    this.acknowledged.push(event);
  }

  snapshot(): SnapshotRef | null {
    if (this.journal === null) return null;
    const parts = { layout: storeLayout(this.root), newRandom: () => this.random(), clock: { now: () => 0 } };
    return buildDatabase(this.files, this.sql, snapshotJob(parts, this.journal, this.last));
  }

  rotate(snapshot: SnapshotRef | null): void {
    if (this.journal === null || snapshot === null) return;
    const { name, position, crc } = snapshot;
    this.tail = this.tail.filter((event) => event.position > position);
    const next = this.journal.rotate({ name, position, crc }, this.tail, this.random());
    this.journal = next?.look() === true ? next : null;
    this.serve();
  }

  deleteOlder(): void {
    this.journal?.deleteOlder();
  }

  private random(): string {
    this.randoms += 1;
    return Buffer.from(`${this.name}${this.randoms}`).toString('hex');
  }
}
