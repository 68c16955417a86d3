import { type Deferred, deferred } from '../../base/deferred.ts';
import {
  type EventPage,
  type HistoryFilter,
  PositionGone,
  type Register,
  type RegisterFault,
} from '../../coordinator/ports.ts';
import type { RegisterEvent } from '../../core/events.ts';
import type { MutableState } from '../../core/model/state.ts';
import { checkPositions } from '../checkPositions.ts';
import { pageOf } from '../pageOf.ts';
import { type BackupFacts, listBackups } from './backupFiles.ts';
import { Builds } from './builds.ts';
import { CommitQueue, type Turn } from './commitQueue.ts';
import { snapshotJob, verifyJob } from './databaseJobs.ts';
import type { Journal } from './journal.ts';
import { makeBackup } from './makeBackup.ts';
import type { SnapshotRef } from './journalLines.ts';
import type { SnapshotReader } from './snapshotReader.ts';
import { leaveNote, removalFound } from './removal.ts';
import { SnapshotSchedule } from './snapshotSchedule.ts';
import { pruneBackups, type Pruned } from './spareBackups.ts';
import { closedByOwner, replaced, storageFailed, StoreRemoved } from './storeFaults.ts';
import { sizesOf, type StoreFacts } from './storeFacts.ts';
import type { StoreParts } from './storeParts.ts';
import type { BuiltDatabase, VerifiedDatabase, Watch } from './thread/requests.ts';
import { Heartbeat } from './writer/heartbeat.ts';
import type { WriterFile } from './writer/writerFile.ts';

/** A journal that is ready and has passed its first look, and the records in it. */
export interface OpenedTerm {
  readonly journal: Journal;
  readonly events: readonly RegisterEvent[];
  readonly writer: WriterFile;
  /** Has the snapshot open, checked ... */
  readonly reader: SnapshotReader;
  /** ... and reads ahead the state that it holds; null: there is no snapshot. */
  readonly folded: Promise<MutableState | null> | null;
}

/**
 * The register of the one writer. Open: the appends of a turn become one line of the journal and one sync, then a look,
 * then the answers (rule 6). A snapshot moves it to the next term (rule 9). It ends by `close`, by a failed write or
 * sync (rule 12), or when a look shows that it was replaced; from then on every call rejects with that fault.
 */
export class SqliteRegister implements Register {
  private readonly parts: StoreParts;
  private readonly queue: CommitQueue;
  private readonly reader: SnapshotReader;
  private readonly builds: Builds;
  private readonly schedule: SnapshotSchedule;
  private readonly heartbeat: Heartbeat;
  /** What the register began with, until it was replayed. */
  private beginning: (Pick<OpenedTerm, 'folded' | 'events'> & { readonly isRestored: boolean }) | null;
  private readonly ending: Deferred<RegisterFault> = deferred();
  private journal: Journal;
  private writer: WriterFile;
  /** Confirmed events above the snapshot. Replaced, not cut, so that a reader may keep the one it began with. */
  private tail: RegisterEvent[];
  private confirmed: number;
  /** Position of the last event appended, confirmed or not. */
  private last: number;
  private fault: RegisterFault | null = null;
  private closing: Promise<void> | null = null;
  private lastBackupAt: number | null;

  constructor(parts: StoreParts, { journal, events, writer, reader, folded }: OpenedTerm) {
    this.parts = parts;
    this.journal = journal;
    this.writer = writer;
    this.tail = [...events];
    this.confirmed = events.at(-1)?.position ?? journal.snapshot?.position ?? 0;
    this.last = this.confirmed;
    this.lastBackupAt = listBackups(parts.files, parts.layout.backups)[0]?.at ?? null;
    this.queue = new CommitQueue(parts.nextTurn, (turn) => this.settle(turn));
    this.reader = reader;
    this.beginning = { folded, events, isRestored: false };
    this.builds = new Builds(parts.startThread);
    this.schedule = new SnapshotSchedule(parts, () => void this.compact().catch(() => undefined));
    this.heartbeat = new Heartbeat({
      ...parts,
      state: parts.layout.state,
      look: () => this.stillWriter(),
      onFailure: (error) => this.end(storageFailed('the heartbeat', error)),
    });
  }

  /** Resolves with the reason when the register has ended. */
  get ended(): Promise<RegisterFault> {
    return this.ending.promise;
  }

  get term(): number {
    return this.journal.term;
  }

  facts(): StoreFacts {
    return {
      term: this.term,
      position: this.confirmed,
      journalBytes: this.journal.bytes,
      eventsSinceSnapshot: this.tail.length,
      lastBackupAt: this.lastBackupAt,
      ...sizesOf(this.parts, this.journal.snapshot),
    };
  }

  /** Makes the writer findable and takes up its right to delete; called once, before the first answer. */
  serve(): void {
    try {
      this.heartbeat.serve(this.writer);
    } catch (error) {
      this.endBecause('writing the writer file', error);
    }
    this.deleteOlder();
  }

  async restore(): Promise<MutableState | null> {
    const { beginning } = this;
    const state = (await beginning?.folded) ?? null;
    if (beginning !== null && state !== null) this.beginning = { ...beginning, isRestored: true };
    return state;
  }

  async *replay(): AsyncIterable<readonly RegisterEvent[]> {
    const { beginning } = this;
    const { snapshot } = this.journal;
    this.beginning = null;
    if (beginning === null) return;
    if (snapshot !== null && !beginning.isRestored) yield* this.reader.all(snapshot);
    if (beginning.events.length > 0) yield beginning.events;
  }

  append(expected: number, events: readonly RegisterEvent[]): Promise<void> {
    const fault = this.refusal() ?? checkPositions(this.last, expected, events);
    if (fault !== null) return Promise.reject(fault);
    this.last += events.length;
    return this.queue.add(events);
  }

  confirm(): Promise<void> {
    const fault = this.refusal();
    return fault === null ? this.queue.add([]) : Promise.reject(fault);
  }

  async history(filter: HistoryFilter, from: number, limit: number): Promise<EventPage> {
    const fault = this.refusal();
    if (fault !== null) throw fault;
    const [tail, { snapshot }] = [this.tail, this.journal];
    if (snapshot === null || from > snapshot.position) return pageOf(tail, filter, from, limit);
    try {
      const stored = await this.reader.page(snapshot, filter, from, limit);
      if (stored.next !== null) return stored;
      const rest = pageOf(tail, filter, from, limit - stored.events.length);
      return { ...stored, events: [...stored.events, ...rest.events], next: rest.next };
    } catch (error) {
      this.throwUnlessFollowed(snapshot, error);
      return this.history(filter, from, limit);
    }
  }

  async completeFrom(from: number): Promise<number> {
    const fault = this.refusal();
    if (fault !== null) throw fault;
    const { snapshot } = this.journal;
    if (snapshot === null || from > snapshot.position) return from;
    try {
      return Math.max(from, await this.reader.completeFrom(snapshot));
    } catch (error) {
      this.throwUnlessFollowed(snapshot, error);
      return this.completeFrom(from);
    }
  }

  /** The snapshot may have been followed by a newer one before it was opened; then it is tried anew with that. */
  private throwUnlessFollowed(snapshot: SnapshotRef, error: unknown): void {
    if (this.fault !== null) throw this.fault;
    if (error instanceof PositionGone || snapshot === this.journal.snapshot) throw error;
  }

  /** Builds a snapshot and goes on in the next term. Does nothing if nothing has changed since the last one. */
  compact(signal?: AbortSignal): Promise<void> {
    return this.builds.after(async () => {
      if (this.tail.length > 0 && this.fault === null) await this.goOnFromSnapshot(false, { signal });
    });
  }

  /** The same in any case; mends tables that a replay makes otherwise, removes spare backups. Its steps: see `verify`. */
  compactAnew(watch: Watch = {}): Promise<Pruned> {
    return this.builds.after(async () => {
      await this.confirm();
      if (this.confirmed > 0) await this.goOnFromSnapshot(true, watch);
      return pruneBackups(this.parts);
    });
  }

  private async goOnFromSnapshot(isAnew: boolean, { signal, onProgress }: Watch): Promise<void> {
    const job = snapshotJob(this.parts, this.journal, this.confirmed, isAnew);
    await this.builds.inThread(async (thread) => {
      const built = await thread.call('build', job, onProgress).catch((error: unknown) => {
        signal?.throwIfAborted();
        return this.endBecause('building a snapshot', error);
      });
      // Rule 9: nothing is unconfirmed and no answer is held back when the term changes.
      this.queue.flush();
      this.rotate(built);
    }, signal);
  }

  /** S3. @param folder by default the store's own folder of backups, from which spare ones are then removed */
  backup(folder: string = this.parts.layout.backups, { signal }: Watch = {}): Promise<BackupFacts> {
    return this.builds.after(async () => {
      await this.confirm();
      const backup = await makeBackup(this.parts, this.builds, this.journal, this.confirmed, folder, signal);
      this.lastBackupAt = backup.at;
      return backup;
    });
  }

  /** Proves a fresh snapshot by a replay, and refreshes the copy for people's tools. Its steps are events, then rows. */
  async verify({ signal, onProgress }: Watch = {}): Promise<VerifiedDatabase> {
    await this.compact(signal);
    return this.builds.after(async () => {
      await this.confirm();
      const job = verifyJob(this.parts, this.journal, this.confirmed);
      return this.builds.inThread((thread) => thread.call('verify', job, onProgress), signal);
    });
  }

  close(): Promise<void> {
    this.closing ??= this.stop();
    return this.closing;
  }

  private async stop(): Promise<void> {
    this.queue.flush();
    await this.compact().catch(() => undefined);
    // Who removed the folder may have been at it still, and have taken the note along.
    if (this.fault instanceof StoreRemoved) leaveNote(this.parts, this.journal, this.confirmed);
    this.end(closedByOwner());
  }

  private refusal(): RegisterFault | null {
    return this.fault ?? (this.closing === null ? null : closedByOwner());
  }

  /** Rule 6: one line, one sync, a look that begins after both, then the answers in their order. */
  private settle(turn: Turn): void {
    try {
      if (this.fault === null && turn.events.length > 0) this.journal.commit(turn.events);
      if (this.stillWriter()) this.confirmed += turn.events.length;
    } catch (error) {
      this.end(storageFailed('storing events', error));
    }
    if (this.fault !== null) {
      turn.reject(this.fault);
      return;
    }
    for (const event of turn.events) this.tail.push(event);
    turn.resolve();
    if (turn.events.length > 0) this.schedule.changed(this.journal.bytes, this.tail.length);
  }

  private stillWriter(): boolean {
    if (this.fault !== null) return false;
    if (this.journal.look()) return true;
    this.end(replaced());
    return false;
  }

  private rotate(built: BuiltDatabase): void {
    if (this.fault !== null) throw this.fault;
    const before = this.journal;
    const events = this.tail.filter(({ position }) => position > built.position);
    const { name, position, crc } = built;
    try {
      const next = before.rotate({ name, position, crc }, events, this.parts.newRandom());
      if (next === null) throw replaced();
      this.journal = next;
      before.close();
      this.tail = events;
      if (!next.look()) throw replaced();
      this.writer = { ...this.writer, term: next.term, journal: next.random };
      this.heartbeat.serve(this.writer);
    } catch (error) {
      this.endBecause('going on in the next journal', error);
    }
    this.schedule.made(built.bytes);
    if (events.length > 0) this.schedule.changed(this.journal.bytes, events.length);
    this.deleteOlder();
  }

  /** A file that can't be deleted costs only its room, and the next term tries again. */
  private deleteOlder(): void {
    try {
      this.journal.deleteOlder();
    } catch {
      return;
    }
  }

  private endBecause(doing: string, error: unknown): never {
    this.end(storageFailed(doing, error));
    throw this.fault ?? error;
  }

  private end(fault: RegisterFault): void {
    if (this.fault !== null) return;
    this.fault = removalFound(this.parts, this.journal, this.confirmed, fault) ?? fault;
    this.schedule.dispose();
    this.heartbeat.dispose();
    this.reader.dispose();
    this.builds.close();
    this.queue.flush();
    try {
      this.journal.close();
    } catch {
      // A disk that fails may fail here too; the outcome is unknown already.
    }
    this.ending.resolve(this.fault);
  }
}
