/**
 * The train register: everything that ever happened, in the past tense. Each event carries its result (deadlines,
 * epochs, revisions), never what it was computed from, so a replay needs no clock, no settings and no randomness.
 */
import type {
  DecisionId,
  Epoch,
  EventId,
  LeaseId,
  MessageId,
  PlanId,
  QuestionId,
  ReceiptId,
  RepoSlug,
  RequestId,
  Revision,
  SessionKey,
  SourceName,
  TaskId,
  TriggerId,
  WorkerId,
} from './model/ids.ts';
import type {
  BackoffReason,
  Checkpoint,
  ClosedLease,
  Holder,
  LeaseSource,
  PendingReason,
  ProcessRef,
  StopReason,
  TransportRecord,
  WaitingReason,
} from './model/lease.ts';
import type { DependencyFacts, GateName, PlanFacts, TaskFacts, Trigger } from './model/task.ts';
import type { Usage, Verdict } from './model/turn.ts';

export interface EventData {
  // What sources said (behaviour 1)
  PlanObserved: { plan: PlanFacts };
  PlanGone: { planId: PlanId };
  /** All edges of the source, replacing the former ones. */
  DependenciesObserved: { source: SourceName; dependencies: readonly DependencyFacts[] };
  /** Edges that a command added to those of the workspace. */
  DependenciesAdded: { source: SourceName; dependencies: readonly DependencyFacts[] };
  TaskObserved: { task: TaskFacts; revision: Revision };
  /** A good snapshot was without it; the second in a row makes it gone (C5). */
  TaskMissed: { taskId: TaskId; missed: number };
  GateRaised: { taskId: TaskId; gate: GateName };
  GateCleared: { taskId: TaskId; gate: GateName; revision: Revision };
  TitleGateCleared: { taskId: TaskId };
  TaskCancelled: { taskId: TaskId };
  TaskReopened: { taskId: TaskId; revision: Revision };

  // Leases (behaviour 2)
  LeaseCreated: {
    leaseId: LeaseId;
    triggerId: TriggerId;
    source: LeaseSource;
    sourceId: string;
    taskId: TaskId;
    revision: Revision;
    repo: RepoSlug;
    prompt: string;
    messageId: MessageId;
    parent: LeaseId | null;
    rank: number;
    continuation: number;
    onlyWorker: WorkerId | null;
    preferred: { worker: WorkerId; untilAt: number } | null;
    notTo: readonly WorkerId[];
    isDirty: boolean;
    blockedBy: QuestionId | null;
    /** Holds its scope until its first offer (C17). */
    reserves: boolean;
    receiptId: ReceiptId;
  };
  LeaseWaited: { leaseId: LeaseId; reason: WaitingReason; detail: string; receiptId: ReceiptId | null };
  LeaseQueued: { leaseId: LeaseId; reason: PendingReason; detail: string; receiptId: ReceiptId | null };
  /** The intent to send, stored before the send (C9). */
  LeaseOffered: {
    leaseId: LeaseId;
    worker: WorkerId;
    attempt: number;
    deadlineAt: number;
    receiptId: ReceiptId;
  };
  TransportReported: { leaseId: LeaseId; attempt: number; transport: TransportRecord };
  LeaseBackedOff: { leaseId: LeaseId; reason: BackoffReason; dueAt: number; receiptId: ReceiptId };
  LeaseAcknowledged: {
    leaseId: LeaseId;
    holder: Holder;
    epoch: Epoch;
    session: SessionKey;
    ttlMs: number;
    deadlineAt: number;
    /** Null when another session of the same worker takes over: no change of state. */
    receiptId: ReceiptId | null;
  };
  LeaseRenewed: { leaseId: LeaseId; deadlineAt: number };
  LeaseWentQuiet: { leaseId: LeaseId };
  LeaseCompleted: {
    leaseId: LeaseId;
    checkpoint: Checkpoint | null;
    byHolder: boolean;
    receiptId: ReceiptId;
  };
  LeaseCheckpointed: {
    leaseId: LeaseId;
    checkpoint: Checkpoint;
    byHolder: boolean;
    receiptId: ReceiptId;
  };
  LeaseStopped: {
    leaseId: LeaseId;
    reason: StopReason;
    gate: GateName | null;
    byHolder: boolean;
    /** What the worker or operator said of it; local only. */
    note: string | null;
    /** Counts against its trigger's budget (C14). */
    counts: boolean;
    receiptId: ReceiptId;
  };
  LeaseMoved: { leaseId: LeaseId; rank: number };
  /** A person said continue: a dirty tree or a blocked child is free (C14, C17). */
  LeaseContinued: { leaseId: LeaseId };
  LeaseSendRequested: { leaseId: LeaseId };
  /** A fenced worker's result, refused and kept (W4). */
  LateResultQuarantined: {
    leaseId: LeaseId;
    worker: WorkerId | null;
    epoch: string | null;
    call: 'complete' | 'checkpoint' | 'fail';
    result: Checkpoint | { reason: string };
  };
  /**
   * Its chain was closed for as long as retention keeps it. Its own events move to the archive; the rest is what they did
   * to anything else, as it stood: the trigger, which is never pruned (C5), the task, the counters.
   */
  LeaseArchived: {
    leaseId: LeaseId;
    taskId: TaskId;
    source: LeaseSource;
    revision: Revision;
    state: ClosedLease['state'];
    reason: StopReason | null;
    endedAt: number;
    trigger: Trigger;
    /** The newest lease of its task (C1, W1). */
    newest: LeaseId;
    needsSpell: boolean;
    questionIds: readonly QuestionId[];
    lastEpoch: number;
    firstRank: number;
    lastRank: number;
  };
  /** The (task, revision) never fires again (C5). */
  RevisionConsumed: { triggerId: TriggerId; taskId: TaskId; revision: Revision };

  // Time (C16)
  AbsencePassed: { absentMs: number };
  CoordinatorStarted: { graced: readonly { leaseId: LeaseId; deadlineAt: number }[] };

  // Scopes and workers
  ScopePaused: { repo: RepoSlug };
  ScopeResumed: { repo: RepoSlug };
  ScopeTaken: { repo: RepoSlug; by: string };
  ScopeReleased: { repo: RepoSlug };
  ScopeDraining: {
    repo: RepoSlug;
    leaseId: LeaseId;
    worker: WorkerId;
    deadlineAt: number;
    hasProcess: boolean;
  };
  ScopeDrained: { repo: RepoSlug; why: 'told' | 'process_ended' | 'deadline' | 'operator' };
  WorkerRegistered: { worker: WorkerId; repos: readonly RepoSlug[]; process: ProcessRef | null };
  WorkerSkipped: { worker: WorkerId };
  WorkerHeard: { worker: WorkerId };

  // Turns, questions, decisions (behaviour 4)
  TurnReported: {
    leaseId: LeaseId;
    asked: Verdict;
    verdict: Verdict;
    reason: 'gated' | 'context' | null;
    usage: Usage | null;
  };
  QuestionAsked: {
    questionId: QuestionId;
    taskId: TaskId;
    leaseId: LeaseId;
    text: string;
    options: readonly string[];
    freeText: boolean;
  };
  QuestionRebound: { questionId: QuestionId; leaseId: LeaseId };
  QuestionClosed: { questionId: QuestionId; why: 'lease_ended' | 'operator' };
  DecisionRecorded: {
    decisionId: DecisionId;
    taskId: TaskId;
    value: string;
    revision: Revision;
    externalId: string | null;
    questionId: QuestionId | null;
  };
  DecisionsDelivered: { leaseId: LeaseId; session: SessionKey; decisionIds: readonly DecisionId[] };
  DecisionsShown: { leaseId: LeaseId; session: SessionKey; decisionIds: readonly DecisionId[] };
  DecisionsVoided: { taskId: TaskId; decisionIds: readonly DecisionId[] };

  // The outbox and the protocol
  ReceiptsAcknowledged: { receiptIds: readonly ReceiptId[] };
  RequestAccepted: { key: string; requestId: RequestId; digest: string; answer: unknown };
  ConfigurationConfirmed: { digest: string };
}

export type EventType = keyof EventData;

/** Who did it: the coordinator itself, a worker, or a person. */
export interface Actor {
  readonly surface: 'system' | 'worker' | 'operator';
  readonly name: string;
}

/** What an event is about, so that history can be asked by task, lease or worker (C20). */
export interface About {
  readonly taskId: TaskId | null;
  readonly leaseId: LeaseId | null;
  readonly worker: WorkerId | null;
}

export interface RegisterEventOf<T extends EventType> {
  readonly position: number;
  readonly id: EventId;
  readonly type: T;
  /** Schema version of `data`; older ones are up-cast where they are read. */
  readonly version: 1;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: Actor;
  readonly requestId: RequestId | null;
  readonly about: About;
  readonly data: Readonly<EventData[T]>;
}

export type RegisterEvent = { [T in EventType]: RegisterEventOf<T> }[EventType];
