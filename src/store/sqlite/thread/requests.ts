/** What the second, short-lived thread is asked for. All of it can be posted between threads. */
import type { HistoryFilter } from '../../../coordinator/ports.ts';
import type { RegisterEvent } from '../../../core/events.ts';
import type { FoldedParts } from '../database/foldedState.ts';
import type { TextPage } from '../database/eventRows.ts';
import type { SnapshotRef } from '../journalLines.ts';

/** Rule 8: the previous snapshot and the writer's journal file, never live memory. */
export interface DatabaseSource {
  readonly state: string;
  readonly previous: SnapshotRef | null;
  readonly journal: { readonly term: number; readonly random: string };
  /** A confirmed position; what is made of it holds the events up to it. */
  readonly upTo: number;
  /** Where retention moves events to; null: they stay, as in a backup. */
  readonly archive: string | null;
}

/** A second copy under a name that is replaced, for people's tools. */
export interface DatabaseCopy {
  readonly path: string;
  readonly temporary: string;
}

export interface BuildJob extends DatabaseSource {
  /** Where the result goes; its name has not been used before. */
  readonly folder: string;
  readonly name: string;
  /** Read the result back and check it whole, as a backup is (S3). */
  readonly isChecked: boolean;
  /** Make every table that a replay makes otherwise from that again, and leave no free pages. */
  readonly isAnew: boolean;
  readonly copy: DatabaseCopy | null;
}

export interface VerifyJob extends DatabaseSource {
  readonly copy: DatabaseCopy;
}

/** So many steps of how many; what a step is, is for the call to say. */
export type OnProgress = (done: number, total: number) => void;

/** How long work is watched, and whether it is still wanted. */
export interface Watch {
  /** Aborting ends the thread at work at once, whatever it is at; the work then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface BuiltDatabase extends SnapshotRef {
  readonly bytes: number;
}

export interface CheckedDatabase {
  readonly schema: number;
  readonly events: number;
  /** Position of the last event. */
  readonly last: number;
  /** When it happened, epoch milliseconds; null: there is none. */
  readonly lastAt: number | null;
  readonly bytes: number;
  readonly crc: string;
}

/** A table that a replay of the events makes otherwise. */
export interface TableDifference {
  readonly table: string;
  /** How many rows are other, missing or too many. */
  readonly rows: number;
  /** The key of the first of them. */
  readonly row: string;
  /** What is wrong with that one: its first column that is other, or that it is missing or not to be there. */
  readonly what: { readonly column: string } | 'missing' | 'extra';
}

export interface VerifiedDatabase {
  readonly events: number;
  /** Empty: all tables are right. */
  readonly differing: readonly TableDifference[];
}

export interface PageRequest {
  readonly filter: HistoryFilter;
  readonly from: number;
  readonly limit: number;
  /** Leaves out the positions from it on. */
  readonly below?: number;
  /** Folder of the archive, which what is asked of a lease or task is also read from; none: it is not. */
  readonly archive?: string;
}

export interface StoredPage extends TextPage {
  /** From the archive: what the filter asks for at positions >= `from`, in order. */
  readonly archived: readonly RegisterEvent[];
  /** Files of the archive that hold more of it and are not there, or not what was put there. */
  readonly unreadable: readonly string[];
  /** `from` was moved to the archive, and the filter does not say of which lease or task; then the next that is there. */
  readonly goneUntil: number | null;
}

export interface ThreadCalls {
  build: { request: BuildJob; answer: BuiltDatabase };
  /** Opens a snapshot for `page`, after checking its checksum. */
  open: { request: { readonly path: string; readonly crc: string }; answer: null };
  page: { request: PageRequest; answer: StoredPage };
  /** Position after the last event that was moved to the archive; 1: none was. */
  completeFrom: { request: null; answer: number };
  /** The folded state of the open snapshot, for `foldedFrom`; null: its events have to be folded. */
  folded: { request: null; answer: FoldedParts | null };
  /** Integrity, schema, and positions without a gap (S3). */
  check: { request: { readonly path: string }; answer: CheckedDatabase };
  /** Whether the projections are what a replay makes; leaves the copy for people's tools. */
  verify: { request: VerifyJob; answer: VerifiedDatabase };
}

export type ThreadCall = keyof ThreadCalls;

/** A thread with one database in it at most. Answers come in the order of the calls; closing it fails those open. */
export interface StoreThread {
  call<C extends ThreadCall>(
    call: C,
    request: ThreadCalls[C]['request'],
    onProgress?: OnProgress,
  ): Promise<ThreadCalls[C]['answer']>;
  close(): void;
}
export type StartThread = () => StoreThread;
