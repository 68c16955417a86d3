import type {
  Epoch,
  LeaseId,
  MessageId,
  QuestionId,
  RepoSlug,
  Revision,
  SessionKey,
  TaskId,
  TriggerId,
  WorkerId,
} from './ids.ts';
import type { GateName } from './task.ts';

export type LeaseSource = 'task' | 'message' | 'checkpoint' | 'retry';

export type WaitingReason = 'upstream' | 'cycle' | 'not_ready' | 'blocked';
export type PendingReason =
  | 'scope_taken'
  | 'taken_by_person'
  | 'draining'
  | 'paused'
  | 'no_worker'
  | 'worker_busy'
  | 'state_unknown'
  | 'window_gone'
  | 'no_answer'
  | 'dirty_tree'
  | 'source_stale'
  | 'undeliverable';
export type BackoffReason = 'unanswered' | 'adapter_error';
export type StopReason =
  | 'gated'
  | 'task_gone'
  | 'cancelled'
  | 'done'
  | 'superseded'
  | 'operator'
  | 'transport_failed'
  | 'unsafe'
  | 'attempts_exhausted'
  | 'failed'
  | 'released'
  | 'holder_lost'
  | 'chain_limit';

export type TransportState = 'queued' | 'injected' | 'failed' | 'undeliverable';

/** What is true of the delivery of one lease's message (C8). `state` null: the intent is stored, no answer yet. */
export interface TransportRecord {
  readonly endpointId: string | null;
  readonly state: TransportState | null;
  readonly reason: string | null;
}

/** A process by its number and start time, so that a reused number is another one (C13). */
export interface ProcessRef {
  readonly pid: number;
  readonly startedAt: number;
}

/** Who holds an acknowledged lease: a worker with its agent session or process, or a person (C12, W5). */
export type Holder =
  | {
      readonly kind: 'worker';
      readonly worker: WorkerId;
      readonly session: string | null;
      readonly process: ProcessRef | null;
    }
  | { readonly kind: 'operator'; readonly name: string };

export interface Checkpoint {
  readonly summary?: string;
  readonly next_action?: string;
  readonly blocked_reason?: string;
  readonly files_changed?: readonly string[];
}

/** What every lease has, whatever its state. Id, prompt and message id never change (C9). */
export interface LeaseBase {
  readonly id: LeaseId;
  readonly triggerId: TriggerId;
  readonly source: LeaseSource;
  /** External id of the task or message; for a child or successor the trigger id it came from (C14, C17). */
  readonly sourceId: string;
  readonly taskId: TaskId;
  readonly revision: Revision;
  readonly repo: RepoSlug;
  readonly prompt: string;
  readonly messageId: MessageId;
  /** The lease that this one goes on from. */
  readonly parent: LeaseId | null;
  /** Place in the queue: smaller goes first (C6). */
  readonly rank: number;
  /** Number of checkpoints before it in its chain (C17). */
  readonly continuation: number;
  /** Only this worker may have it (a message to a worker). */
  readonly onlyWorker: WorkerId | null;
  /** The parent's holder, which alone may have a child until the instant (C17). */
  readonly preferred: { readonly worker: WorkerId; readonly untilAt: number } | null;
  /** Released it: not offered it again until they ask or an operator sends it (C14). */
  readonly notTo: readonly WorkerId[];
  /** Set while a dirty tree waits for a person (C14). */
  readonly isDirty: boolean;
  /** A child's question that must be answered before it is free (C17). */
  readonly blockedBy: QuestionId | null;
  /** Open questions bound to it (T7). */
  readonly openQuestions: readonly QuestionId[];
  readonly createdAt: number;
  /** Position of the event that created it: the order of lists. */
  readonly createdIn: number;
  /** Sends so far. */
  readonly attempt: number;
  /** Failed sends so far, never reset (C10). */
  readonly failedSends: number;
  /** Offers in a row that nobody answered (C11). */
  readonly unanswered: number;
  /** Worker of the last offer. */
  readonly lastWorker: WorkerId | null;
  readonly transport: TransportRecord | null;
}

export interface Waiting extends LeaseBase {
  readonly state: 'waiting';
  readonly reason: WaitingReason;
  /** What it waits for, in ids a person can look up. */
  readonly detail: string;
}

export interface Pending extends LeaseBase {
  readonly state: 'pending';
  readonly reason: PendingReason;
  readonly detail: string;
}

export interface Offered extends LeaseBase {
  readonly state: 'offered';
  readonly worker: WorkerId;
  /** Acknowledged before it, or the offer has expired. */
  readonly deadlineAt: number;
  readonly transport: TransportRecord;
}

export interface Backoff extends LeaseBase {
  readonly state: 'backoff';
  readonly worker: WorkerId;
  readonly reason: BackoffReason;
  readonly dueAt: number;
}

export interface Acknowledged extends LeaseBase {
  readonly state: 'acknowledged';
  readonly holder: Holder;
  readonly epoch: Epoch;
  readonly session: SessionKey;
  readonly acknowledgedAt: number;
  readonly ttlMs: number;
  readonly deadlineAt: number;
  /** Since when its time stands still because a question is open (C13); null: it runs. */
  readonly frozenAt: number | null;
  /** Last stored sign of life; `maxSilence` counts from it, absence moves it (C13, C16). */
  readonly renewedAt: number;
  /** `restartGrace` was given since the last stored renewal (C16). */
  readonly hasGrace: boolean;
  readonly isQuiet: boolean;
  /** Context use passed 60 % in this epoch and the worker was told to prepare (T5). */
  readonly wasAdvised: boolean;
}

/** How a lease ended, kept for fencing: late calls are judged on it (W1). */
interface Ended extends LeaseBase {
  readonly endedAt: number;
  /** The last holder and epoch; null if it never was acknowledged. */
  readonly holder: Holder | null;
  readonly epoch: Epoch | null;
  readonly session: SessionKey | null;
  /** True if the holder's own call ended it. */
  readonly endedByHolder: boolean;
  /** The lease that goes on from it. */
  readonly next: LeaseId | null;
  readonly checkpoint: Checkpoint | null;
}

export interface Completed extends Ended {
  readonly state: 'completed';
}

export interface Checkpointed extends Ended {
  readonly state: 'checkpointed';
}

export interface Stopped extends Ended {
  readonly state: 'stopped';
  readonly reason: StopReason;
  readonly gate: GateName | null;
}

export type LiveLease = Waiting | Pending | Offered | Backoff | Acknowledged;
export type ActiveLease = Offered | Backoff | Acknowledged;
export type ClosedLease = Completed | Checkpointed | Stopped;
export type Lease = LiveLease | ClosedLease;
export type LeaseState = Lease['state'];

export const isLive = (lease: Lease): lease is LiveLease =>
  lease.state !== 'completed' && lease.state !== 'checkpointed' && lease.state !== 'stopped';

/** A lease that ended without its holder, told to it once (C7). */
export interface EndedNotice {
  readonly leaseId: LeaseId;
  readonly state: LeaseState;
  readonly reason: StopReason | null;
}

/** Holds its scope and its worker (C6). */
export const isActive = (lease: Lease): lease is ActiveLease =>
  lease.state === 'offered' || lease.state === 'backoff' || lease.state === 'acknowledged';

/** The worker that an active lease occupies; null for one held by a person. */
export const workerOf = (lease: ActiveLease): WorkerId | null => {
  if (lease.state !== 'acknowledged') return lease.worker;
  return lease.holder.kind === 'worker' ? lease.holder.worker : null;
};
