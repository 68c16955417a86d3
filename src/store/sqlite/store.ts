import { join } from 'node:path';
import type { RegisterEvent } from '../../core/events.ts';
import { RegisterFault } from '../../coordinator/ports.ts';
import { type BackupFacts, listBackups } from './backupFiles.ts';
import { type Choice, chooseJournal, lastOf } from './chooseJournal.ts';
import { verifyJob } from './databaseJobs.ts';
import { openSalvaged } from './openSalvaged.ts';
import { openWriter, readerOf } from './openWriter.ts';
import { removalOf, type Removal, removedFault, settleRemoval } from './removal.ts';
import { foreignEntries, refuseForeign } from './refuseForeign.ts';
import { refuseNewer } from './refuseNewer.ts';
import { checkBackup, type OnKept, restoreBackup } from './restoreBackup.ts';
import type { SqliteRegister } from './sqliteRegister.ts';
import { foreign, replaced, storageFailed } from './storeFaults.ts';
import { hasCode } from './storeFiles.ts';
import { parseStoreNames, type StoreName } from './storeNames.ts';
import type { StoreParts } from './storeParts.ts';
import { makeFolders } from './takeTerm.ts';
import { inThread } from './thread/inThread.ts';
import type { CheckedDatabase, VerifiedDatabase, Watch } from './thread/requests.ts';
import { findHolder, type Holder, isElsewhere, isHolding, StoreBusy } from './writer/holder.ts';
import type { WriterIdentity } from './writer/writerFile.ts';

const openingsTried = 20;
/** Longer than what a machine remembers of the times of others' files: SSHFS, 20 s. */
const watchedForMs = 30_000;
const watchedEveryMs = 1_000;

/**
 * A store as anybody sees it (S2): it only reads, creates nothing and locks nothing, however many there are, until one of
 * them becomes the writer.
 */
export class Store {
  private readonly parts: StoreParts;
  /** The last register that this store gave out; one that has ended is no holder, whatever its writer file says. */
  private register: { readonly register: SqliteRegister; hasEnded: boolean } | null = null;

  constructor(parts: StoreParts) {
    this.parts = parts;
  }

  /** The names in `state/` that carry a term. */
  names(): StoreName[] {
    const { files, layout } = this.parts;
    try {
      return parseStoreNames(files.list(layout.state));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw hasCode(error, 'ENOTDIR') ? foreign(layout.home, layout.state, 'is no folder') : error;
    }
  }

  /** @throws RegisterFault `newer_schema` (S1); `damaged` for what is no file (S5) */
  refuseNewer(): void {
    const { files, layout, schema } = this.parts;
    const names = this.names();
    refuseForeign(files, layout.state, names);
    refuseNewer(files, layout.state, names, schema);
  }

  /** Who serves, by the highest writer file; it may have ended. */
  holder(): Holder | null {
    return this.names().length === 0 ? null : findHolder(this.parts.files, this.parts.layout.state);
  }

  backups(): BackupFacts[] {
    return listBackups(this.parts.files, this.parts.layout.backups);
  }

  /** The folder was removed under its last writer, and nobody has said yet how to go on; null: it was not. */
  removal(): Removal | null {
    return removalOf(this.parts.files, this.parts.layout);
  }

  /** A person agrees to an empty store where the former one was removed. */
  beginAnew(): void {
    settleRemoval(this.parts);
  }

  /** What a writer that opened now would go on from, in order. @throws RegisterFault `damaged`, `newer_schema` */
  async *events(): AsyncIterable<readonly RegisterEvent[]> {
    if (this.names().length === 0) return;
    const { contents } = await this.choose();
    const reader = readerOf(this.parts);
    try {
      if (contents.snapshot !== null) yield* reader.all(contents.snapshot);
      if (contents.events.length > 0) yield contents.events;
    } finally {
      reader.dispose();
    }
  }

  /**
   * Takes the store over, or fails at once.
   * @param force take over from a holder whose heartbeat is fresh, because a person said so
   * @throws StoreBusy if a living writer has it; StoreRemoved; RegisterFault `damaged`, `newer_schema`, `storage`, `replaced`
   */
  async becomeWriter(identity: WriterIdentity, force = false): Promise<SqliteRegister> {
    const removal = this.removal();
    if (removal !== null) throw removedFault(this.parts.files, this.parts.layout, removal);
    return this.take(force, () => openWriter(this.parts, identity));
  }

  /**
   * Goes on from a backup in a new term (rule 16). What it replaces is backed up first, or copied aside if it is damaged.
   * @param onKept told where that is, before anything is replaced
   * @throws as `becomeWriter`; also BackupRefused or `newer_schema` for the backup itself, before anything is touched
   */
  async restore(
    backup: string,
    identity: WriterIdentity,
    onKept: OnKept = () => undefined,
  ): Promise<SqliteRegister> {
    const register = await this.take(false, () => restoreBackup(this.parts, backup, identity, onKept));
    settleRemoval(this.parts);
    return register;
  }

  /**
   * Goes on from what of a damaged store can be read, in a new term; its files are kept aside. What is no file is moved there.
   * @throws as `becomeWriter`; RegisterFault `damaged` if nothing can be read
   */
  async salvage(identity: WriterIdentity): Promise<SqliteRegister> {
    await this.moveForeign();
    return this.take(false, () => openSalvaged(this.parts, identity));
  }

  /** Puts aside what has a name of the store and is no file. Answers where each went. @throws StoreBusy */
  async moveForeign(): Promise<string[]> {
    const { files, layout, newRandom } = this.parts;
    const entries = foreignEntries(files, layout.state, this.names());
    if (entries.length === 0) return [];
    await this.refuseBusy();
    makeFolders(files, layout);
    return entries.map(({ name }) => {
      const path = join(layout.aside, `${name}-${newRandom()}`);
      files.rename(join(layout.state, name), path);
      return path;
    });
  }

  /** S3: whether a backup is whole, and what it holds; nothing is changed. @throws BackupRefused; `newer_schema` */
  checkBackup(backup: string, signal?: AbortSignal): Promise<CheckedDatabase> {
    return checkBackup(this.parts, backup, signal);
  }

  /** The last event that a writer who opened now would go on from; null: there is none. @throws as `events` */
  async lastEvent(): Promise<RegisterEvent | null> {
    if (this.names().length === 0) return null;
    const { contents } = await this.choose();
    const last = contents.events.at(-1);
    if (last !== undefined || contents.snapshot === null) return last ?? null;
    const reader = readerOf(this.parts);
    try {
      const page = await reader.page(contents.snapshot, {}, contents.snapshot.position, 1);
      return page.events[0] ?? null;
    } finally {
      reader.dispose();
    }
  }

  /** What `SqliteRegister.verify` does, for a store that nobody serves: it takes no term. */
  async verify({ signal, onProgress }: Watch = {}): Promise<VerifiedDatabase> {
    if (this.names().length === 0) return { events: 0, differing: [] };
    for (let tries = 1; ; tries += 1) {
      const { contents, journal } = await this.choose();
      if (journal === null) return { events: 0, differing: [] };
      const job = verifyJob(this.parts, { ...journal, snapshot: contents.snapshot }, lastOf(contents));
      try {
        return await inThread(
          this.parts.startThread,
          (thread) => thread.call('verify', job, onProgress),
          signal,
        );
      } catch (error) {
        const hasMoved = error instanceof RegisterFault && error.kind === 'replaced';
        if (!hasMoved || tries === openingsTried) throw error;
      }
    }
  }

  private async take(force: boolean, open: () => Promise<SqliteRegister | null>): Promise<SqliteRegister> {
    const { files, layout } = this.parts;
    this.refuseNewer();
    if (!force) await this.refuseBusy();
    try {
      makeFolders(files, layout);
      for (let tries = 1; tries <= openingsTried; tries += 1) {
        const register = await open();
        if (register !== null) return this.given(register);
        await this.randomWait();
        await this.refuseBusy();
      }
    } catch (error) {
      throw error instanceof StoreBusy ? error : storageFailed('opening the store', error);
    }
    throw replaced();
  }

  private given(register: SqliteRegister): SqliteRegister {
    const given = { register, hasEnded: false };
    this.register = given;
    void register.ended.then(() => (given.hasEnded = true));
    return register;
  }

  private async refuseBusy(): Promise<void> {
    const { clock, processes, answers, sharedOn } = this.parts;
    const holder = this.holder();
    if (holder === null) return;
    if (this.register?.hasEnded === true && this.register.register.term === holder.term) return;
    const sharedWith = isElsewhere(holder, processes.own()) ? sharedOn : null;
    if (await isHolding(holder, clock.now(), processes, answers)) throw new StoreBusy(holder, sharedWith);
    if (sharedWith !== null && (await this.beats(holder))) throw new StoreBusy(holder, sharedWith);
  }

  /** Whether a heartbeat moves while it is watched: another machine's clock may differ, and its socket never answers here. */
  private async beats({ term, heartbeatAt }: Holder): Promise<boolean> {
    for (let watchedMs = 0; watchedMs < watchedForMs; watchedMs += watchedEveryMs) {
      await this.wait(watchedEveryMs);
      // Reading the file anew makes a network file system ask for its times anew.
      const seen = this.holder();
      if (seen === null) return false;
      if (seen.term !== term || seen.heartbeatAt !== heartbeatAt) return true;
    }
    return false;
  }

  /** Two that open at once would else replace one another for ever (rule 3). */
  private randomWait(): Promise<void> {
    return this.wait(Number.parseInt(this.parts.newRandom().slice(0, 2), 16));
  }

  private wait(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.scheduler.after(waitMs, resolve);
    });
  }

  private async choose(): Promise<Extract<Choice, { kind: 'chosen' }>> {
    const { files, layout, schema } = this.parts;
    for (let tries = 1; ; tries += 1) {
      const choice = chooseJournal(files, layout.state, Infinity, schema);
      if (choice.kind === 'chosen') return choice;
      // A listing beside a writer at work may show what is gone when it is read.
      if (tries === openingsTried) throw choice.kind === 'damaged' ? choice.fault : busyWithItself();
      await this.randomWait();
    }
  }
}

const busyWithItself = (): RegisterFault =>
  new RegisterFault('storage', 'the store changed with each reading of it; try again in a minute');
