/**
 * What can be asked of the register, imperative; the names are the protocol's. A command holds what its caller said;
 * what had to be looked at elsewhere comes in `Facts`. Parameters are not trusted: `decide` checks them (W1).
 */
import type { RequestMark, Waiter } from './context.ts';
import type { Actor } from './events.ts';
import type { DecisionId, Epoch, LeaseId, ReceiptId } from './model/ids.ts';
import type { EndedNotice, Lease, ProcessRef, TransportRecord } from './model/lease.ts';
import type { Decision, Question } from './model/records.ts';
import type { HumanInput, SourceReading } from './model/snapshot.ts';
import type { TaskRecord } from './model/task.ts';
import type { Verdict } from './model/turn.ts';

/** A call names a lease, or a task for its live lease; the worker defaults to the repo's slug (behaviour 3). */
export interface LeaseCall {
  readonly lease?: string;
  readonly task?: string;
  readonly worker?: string;
  readonly epoch?: string;
  readonly repo?: string;
}

/** Who is calling, as `hello` told it: an agent's session, or the process that lives as long as the worker (C12, C13). */
export interface CallerIdentity {
  readonly session?: string;
  readonly process?: ProcessRef;
}

export interface Commands {
  /** Facts in, offers out (C4); also moves deadlines by the absence measured (C16). */
  tick: { readings: readonly SourceReading[]; absentMs: number; deliveries: readonly DeliveryReport[] };
  /** First command of a process: grants `restartGrace` (C16). */
  start: Record<string, never>;
  /** What the adapter answered to a send. */
  'delivery.report': DeliveryReport;
  'receipts.acknowledge': { receiptIds: readonly ReceiptId[] };
  /** Marks chains whose time is up as archived, at most `limit` of them (retention). */
  archive: { limit: number };

  'task.add': {
    title: unknown;
    repo?: unknown;
    plan?: unknown;
    after?: unknown;
    action_classes?: unknown;
  };
  'task.update': {
    task: string;
    title?: unknown;
    plan?: unknown;
    status?: unknown;
    needs_human?: unknown;
    intervention_note?: unknown;
    blocking_reason?: unknown;
    action_classes?: unknown;
  };
  'task.cancel': { task: string };
  'task.reopen': { task: string };
  /** `before` null: to the end of the queue. */
  'task.reorder': { task: string; before: string | null };
  'task.clear_gate': { task: string };

  'scope.pause': { repo: string };
  /** Ends a pause and a draining. */
  'scope.resume': { repo: string };
  'scope.take': { repo: string };
  'scope.release': { repo: string };

  'worker.register': { worker: string; repo?: string; process?: ProcessRef };

  'lease.next': CallerIdentity & { worker?: string; repo?: string; task?: string; ttl_ms?: unknown };
  'lease.ack': LeaseCall & CallerIdentity & { ttl_ms?: unknown };
  'lease.renew': LeaseCall;
  'lease.turn': LeaseCall & {
    verdict: unknown;
    shown?: unknown;
    usage?: unknown;
    /** What the reconcile found; null: it failed or its source has none (T6). */
    reconciled: HumanInput | null;
  };
  'lease.checkpoint': LeaseCall & { checkpoint: unknown };
  'lease.complete': LeaseCall & { checkpoint?: unknown };
  'lease.fail': LeaseCall & { reason: unknown; retryable?: unknown };
  'lease.release': LeaseCall;
  'lease.rearm': LeaseCall & CallerIdentity;
  'lease.stop': LeaseCall & { note?: string };
  'lease.send': LeaseCall;
  'lease.continue': LeaseCall;

  'question.ask': LeaseCall & { text: unknown; options?: unknown; free_text?: unknown };
  'question.answer': { question: string; value: unknown };
  'question.close': { question: string };
  'decision.record': { task: string; value: unknown };

  'config.confirm': { digest: string };
}

export interface DeliveryReport {
  readonly leaseId: LeaseId;
  readonly attempt: number;
  readonly result:
    | { readonly kind: 'state'; readonly transport: TransportRecord }
    /** A later try may succeed (C10). */
    | { readonly kind: 'transient'; readonly reason: string }
    /** No later try may be made (C10). */
    | { readonly kind: 'unsafe'; readonly reason: string };
}

/** What a worker gets when it takes a lease. */
export interface Grant {
  readonly lease: Lease;
  readonly epoch: Epoch;
  readonly deadlineAt: number | null;
  readonly prompt: string;
  /** Decisions its session has not reported as shown (T4). */
  readonly decisions: readonly Decision[];
}

/** A waiting `next` that the tick served (C6). */
export interface HandOut {
  readonly waiter: Waiter;
  readonly answer: Answers['lease.next'];
}

/** A task and its newest lease as the command left them. */
export interface TaskAnswer {
  readonly task: TaskRecord;
  readonly lease: Lease | null;
}

export interface Answers {
  /** Leases to send now, and the waiting `next` calls that were served. */
  tick: { sends: readonly LeaseId[]; handOuts: readonly HandOut[] };
  start: { resends: readonly LeaseId[] };
  'delivery.report': { lease: Lease | null };
  'receipts.acknowledge': { acknowledged: number };
  /** In chains; `left`: those that are due too. */
  archive: { archived: number; left: number };
  'task.add': TaskAnswer & { startableBy: 'anyone' | 'operator' };
  'task.update': TaskAnswer;
  'task.cancel': TaskAnswer;
  'task.reopen': TaskAnswer;
  'task.reorder': { lease: Lease };
  'task.clear_gate': TaskAnswer;
  'scope.pause': { repo: string };
  'scope.resume': { repo: string };
  'scope.take': { repo: string };
  'scope.release': { repo: string };
  'worker.register': { worker: string; repos: readonly string[] };
  /** No lease: the reasons that kept each candidate back, at most 20. */
  'lease.next': {
    grant: Grant | null;
    held: readonly { leaseId: LeaseId; reason: string; detail: string }[];
    ended: readonly EndedNotice[];
  };
  'lease.ack': Grant;
  'lease.renew': { leaseId: LeaseId; deadlineAt: number | null };
  'lease.turn': {
    verdict: Verdict;
    reason: 'gated' | 'context' | null;
    advice: string | null;
    decisions: readonly Decision[];
    /** Decisions this session was shown that a new gate has voided since (T8). */
    voided: readonly DecisionId[];
    deadlineAt: number | null;
  };
  'lease.checkpoint': { lease: Lease; child: Lease; warnings: readonly string[] };
  'lease.complete': { lease: Lease; warnings: readonly string[] };
  'lease.fail': { lease: Lease; successor: Lease | null };
  'lease.release': { lease: Lease; successor: Lease | null };
  'lease.rearm': Grant;
  'lease.stop': { lease: Lease };
  'lease.send': { lease: Lease };
  'lease.continue': { lease: Lease };
  'question.ask': { question: Question };
  'question.answer': { question: Question; decision: Decision };
  'question.close': { question: Question };
  'decision.record': { decision: Decision };
  'config.confirm': { digest: string };
}

export type CommandType = keyof Commands;

export type Command = {
  [T in CommandType]: {
    readonly type: T;
    readonly params: Readonly<Commands[T]>;
    readonly actor: Actor;
    readonly request: RequestMark | null;
  };
}[CommandType];

export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
