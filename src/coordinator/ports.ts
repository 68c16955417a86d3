/** What the coordinator needs of the world: one port a need, each with one suite over all its adapters. */
import type { Disposable } from '../base/disposable.ts';
import type { Look } from '../core/context.ts';
import type { RegisterEvent } from '../core/events.ts';
import type {
  IdKinds,
  LeaseId,
  MessageId,
  ReceiptId,
  RepoSlug,
  TaskId,
  WorkerId,
} from '../core/model/ids.ts';
import type { ProcessRef, TransportRecord } from '../core/model/lease.ts';
import type { Receipt } from '../core/model/records.ts';
import type { MutableState } from '../core/model/state.ts';
import type { Settings, TransportKind, WorkerSetting } from '../core/model/settings.ts';
import type { HumanInput, Snapshot } from '../core/model/snapshot.ts';

/** The one clock, in epoch milliseconds. */
export interface Clock {
  now(): number;
}

/** Timers with an owner: disposing one cancels it. */
export interface Scheduler {
  after(delayMs: number, run: () => void): Disposable;
}

/** Ids and chance. */
export interface IdSource {
  newId<K extends keyof IdKinds>(kind: K): IdKinds[K];
  /** Unguessable text, the random half of an epoch. */
  newSecret(): string;
  /** In [0, 1), for jitter. */
  random(): number;
}

/** Names, never values: no title, note, question, decision or checkpoint text may be passed (security). */
export interface Log {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What history is asked for: events about a task, a lease or a worker (C20). All given must match. */
export interface HistoryFilter {
  readonly taskId?: TaskId;
  readonly leaseId?: LeaseId;
  readonly worker?: WorkerId;
}

/** A page of events in order of position. `next` is where to go on, null at the end. */
export interface EventPage {
  readonly events: readonly RegisterEvent[];
  readonly next: number | null;
  /** Files of the archive that hold more of what was asked for and can't be read; none when it is left out. */
  readonly unreadable?: readonly string[];
}

/** What is asked for was moved to the archive; the register is well. */
export class PositionGone extends Error {
  /** The first position from which on it can be asked. */
  readonly oldest: number;

  constructor(position: number, oldest: number) {
    super(`the event at position ${String(position)} is archived`);
    this.name = 'PositionGone';
    this.oldest = oldest;
  }
}

/**
 * The register: a totally ordered list of events, positions 1, 2, 3 ... with one writer.
 * `append` is called in the same turn as the decision, in order of position; its promise settles when the events are
 * confirmed (store.md rule 6). It rejects with a `RegisterFault`, after which the outcome is unknown and the register is
 * of no more use: the owner opens again.
 */
export interface Register {
  /**
   * The state as the register holds it folded, if it does: `replay` then begins with the event after its position. It is
   * what folding gives; null, or no such method, means fold all. Called at most once, before `replay`.
   */
  restore?(): Promise<MutableState | null>;
  /** Every event from the first on, or after the restored state, in order. Called once, before anything is appended. */
  replay(): AsyncIterable<readonly RegisterEvent[]>;
  /** @param expected position of the last event that the caller knows; another one is a fault `conflict`. */
  append(expected: number, events: readonly RegisterEvent[]): Promise<void>;
  /** Settles when everything read or appended before the call is confirmed: reads wait for it (I6). */
  confirm(): Promise<void>;
  /**
   * Confirmed events at positions >= `from`, at most `limit`; of a lease or task also those that are archived.
   * @throws PositionGone if `from` is archived and no lease or task is named
   */
  history(filter: HistoryFilter, from: number, limit: number): Promise<EventPage>;
  /** The first position at or after `from` from which on nothing is archived. */
  completeFrom(from: number): Promise<number>;
  close(): Promise<void>;
}

export type RegisterFaultKind = 'conflict' | 'storage' | 'replaced' | 'newer_schema' | 'damaged' | 'closed';

export class RegisterFault extends Error {
  readonly kind: RegisterFaultKind;

  constructor(kind: RegisterFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RegisterFault';
    this.kind = kind;
  }
}

/** A source that could not be used: the message says what happened, `next` what a person does about it (C4, C19). */
export class SourceFault extends Error {
  readonly next: string;

  constructor(message: string, next: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceFault';
    this.next = next;
  }
}

/** One place that tasks come from. `snapshot` throws when it has no good one; the reason is shown (C4). */
export interface Source {
  readonly name: string;
  snapshot(signal: AbortSignal): Promise<Snapshot>;
  /** A person's words on one task, asked for at a turn (T2). Absent: the source has none. */
  reconcile?(externalId: string, signal: AbortSignal): Promise<HumanInput>;
  /** Delivers receipts in order; answers the ids that it has acknowledged. The id is the idempotency key (C19). */
  project(receipts: readonly Receipt[], signal: AbortSignal): Promise<readonly ReceiptId[]>;
  /** Calls back when a snapshot would differ. */
  watch?(onChange: () => void): Disposable;
}

/** One message to one worker: the pointer to a lease, never its prompt's author's text beyond the prompt itself (C9). */
export interface Offer {
  readonly leaseId: LeaseId;
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly taskId: TaskId;
  readonly worker: WorkerId;
  readonly repo: RepoSlug;
  readonly prompt: string;
  readonly askedBy: AskedBy;
}

/** Who wants a send: the coordinator by its rules, or a person who has looked and said: send it now (`lease.send`). */
export type AskedBy = 'tick' | 'person';

/** A send that went wrong: `transient` may be tried again, `unsafe` may not (C10). */
export class TransportFault extends Error {
  readonly kind: 'transient' | 'unsafe';

  constructor(kind: 'transient' | 'unsafe', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransportFault';
    this.kind = kind;
  }
}

/** Delivers offers and tells what is true of them, never more (C8). */
export interface Transport {
  readonly kind: TransportKind;
  /** Looks at a worker's endpoint without touching it. */
  look(worker: WorkerSetting, askedBy: AskedBy): Promise<Look>;
  /** Sends or, for a message id it has seen, at most reminds. Throws a `TransportFault`. */
  send(offer: Offer, worker: WorkerSetting): Promise<TransportRecord>;
  /** What is true of an earlier send now; null: nothing new. */
  read?(leaseId: LeaseId, messageId: MessageId): Promise<TransportRecord | null>;
  /** Calls back when a look or a read would differ. */
  watch?(onChange: () => void): Disposable;
  /** Whether it started this process: what runs below it is a worker's (T7). */
  hasStarted?(process: ProcessRef): boolean;
  dispose?(): void;
}

/** Whether processes live (C13). `unknown`: another pid namespace, or no right to look. */
export interface Presence {
  look(process: ProcessRef): 'alive' | 'ended' | 'unknown';
}

/** Time that the process did not live through: sleep, a blocked loop (C16). */
export interface Absence {
  /** Milliseconds of absence since the last call. */
  take(): number;
}

/** The configuration in force, and what is wrong with or waits in the file (C21, C22). */
export interface ConfigurationState {
  readonly settings: Settings;
  /** Each names the key and says what to do. */
  readonly problems: readonly { readonly message: string }[];
  /** Guarded changes that wait for an operator's confirmation. */
  readonly pending: { readonly digest: string; readonly changes: readonly string[] } | null;
}

/** Whether a repo has uncommitted changes (C14). Throws when it can't tell, which counts as dirty. */
export interface WorkTrees {
  isDirty(repo: RepoSlug, signal: AbortSignal): Promise<boolean>;
}
