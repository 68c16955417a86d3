/**
 * The oracle's own account of what happened: kept from the events one by one, from what the outside was made to say, and
 * from the calls as they were made; never from the state of the code under test.
 */
import type { RegisterEvent, RegisterEventOf } from '../../../src/core/events.ts';
import type { Holder, LeaseState } from '../../../src/core/model/lease.ts';
import { Clocks, type RunningClock } from './clocks.ts';
import { Tasks } from './tasks.ts';

export interface Row {
  readonly id: string;
  readonly task: string;
  readonly revision: string;
  readonly repo: string;
  readonly source: string;
  readonly parent: string | null;
  readonly trigger: string;
  readonly prompt: string;
  readonly message: string;
  readonly continuation: number;
  readonly onlyWorker: string | null;
  notTo: readonly string[];
  readonly preferred: { readonly worker: string; readonly untilAt: number } | null;
  state: LeaseState;
  reason: string | null;
  /** With whom an offer is. */
  worker: string | null;
  offerDeadlineAt: number;
  attempt: number;
  holder: Holder | null;
  epoch: string | null;
  session: string | null;
  isDirty: boolean;
  clock: RunningClock | null;
  readonly questions: Set<string>;
  endedAt: number | null;
}

/** A scope that may not be given away before its last holder knows that it lost it (C7). */
export interface Draining {
  readonly lease: Row;
  readonly hasProcess: boolean;
  readonly deadlineAt: number;
}

interface DecisionRow {
  readonly id: string;
  readonly task: string;
  isVoided: boolean;
}

const final = new Set<LeaseState>(['completed', 'checkpointed', 'stopped']);
export const isFinal = (row: Row): boolean => final.has(row.state);
export const isActive = (row: Row): boolean =>
  row.state === 'offered' || row.state === 'backoff' || row.state === 'acknowledged';

/** The worker that an active lease occupies; null: a person's. */
export const workerOf = (row: Row): string | null => {
  if (row.state !== 'acknowledged') return row.worker;
  return row.holder?.kind === 'worker' ? row.holder.worker : null;
};

export class Model {
  readonly rows = new Map<string, Row>();
  readonly tasks = new Tasks();
  readonly decisions = new Map<string, DecisionRow>();
  /** Session -> decisions that it reported as shown. */
  readonly reported = new Map<string, Set<string>>();
  readonly questions = new Map<string, { lease: string; state: 'open' | 'answered' | 'moot' }>();
  /** Trigger -> its leases that ended `holder_lost` or `failed`. */
  readonly lost = new Map<string, number>();
  readonly draining = new Map<string, Draining>();
  /** Repo -> child that has it until its first offer. */
  readonly reserved = new Map<string, string>();
  readonly paused = new Set<string>();
  readonly takenBy = new Map<string, string>();
  readonly skipped = new Set<string>();
  /** Workers that registered themselves, and their repos. */
  readonly registered = new Map<string, readonly string[]>();
  readonly epochs: string[] = [];
  readonly endedEpochs: ReadonlySet<string>;
  lastEpoch = 0;

  constructor(endedEpochs: ReadonlySet<string>) {
    this.endedEpochs = endedEpochs;
  }

  row(id: string): Row {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`an event names lease ${id}, which was never created`);
    return row;
  }

  live(): Row[] {
    return [...this.rows.values()].filter((row) => !isFinal(row));
  }

  /** The lease that a call means: the one named, else the task's live or last one. */
  meant(params: { readonly lease?: string; readonly task?: string }): Row | undefined {
    if (params.lease !== undefined) return this.rows.get(params.lease);
    const own = [...this.rows.values()].filter((row) => row.task === params.task);
    return own.find((row) => !isFinal(row)) ?? own.at(-1);
  }

  /** Past its deadline by the model's own clock; never while a question is open (C13). */
  isExpired(row: Row, now: number): boolean {
    return row.questions.size === 0 && Clocks.read(row.clock!, false, now).leftMs <= 0;
  }

  isPresent(row: Row, now: number): boolean {
    if (row.epoch !== null && this.endedEpochs.has(row.epoch)) return false;
    if (row.holder?.kind !== 'worker' || row.holder.process !== null) return true;
    return !this.isExpired(row, now);
  }

  apply(event: RegisterEvent): void {
    (handlers[event.type] as ((model: Model, event: RegisterEvent) => void) | undefined)?.(this, event);
  }
}

/** A child's reservation lasts until its first offer, or its end (C17). */
const endReservation = (model: Model, row: Row): void => {
  if (model.reserved.get(row.repo) === row.id) model.reserved.delete(row.repo);
};

const close = (model: Model, id: string, state: LeaseState, at: number): Row => {
  const row = model.row(id);
  Object.assign(row, { state, reason: null, endedAt: at });
  endReservation(model, row);
  return row;
};

type Handlers = {
  readonly [T in RegisterEvent['type']]?: (model: Model, event: RegisterEventOf<T>) => void;
};

const stopClock = (row: Row, at: number): void => {
  if (row.clock !== null) row.clock = Clocks.read(row.clock, row.questions.size > 0, at);
};

const bind = (model: Model, question: string, lease: string, at: number): void => {
  const row = model.row(lease);
  stopClock(row, at);
  row.questions.add(question);
};

const settle = (
  model: Model,
  id: string,
  { at, state }: { at: number; state: 'answered' | 'moot' },
): void => {
  const question = model.questions.get(id)!;
  question.state = state;
  const row = model.row(question.lease);
  stopClock(row, at);
  row.questions.delete(id);
};

const handlers: Handlers = {
  LeaseCreated: (model, { data }) => {
    model.rows.set(data.leaseId, {
      id: data.leaseId,
      task: data.taskId,
      revision: data.revision,
      repo: data.repo,
      source: data.source,
      parent: data.parent,
      trigger: data.triggerId,
      prompt: data.prompt,
      message: data.messageId,
      continuation: data.continuation,
      onlyWorker: data.onlyWorker,
      notTo: data.notTo,
      preferred: data.preferred,
      state: 'waiting',
      reason: 'not_ready',
      worker: null,
      offerDeadlineAt: 0,
      attempt: 0,
      holder: null,
      epoch: null,
      session: null,
      isDirty: data.isDirty,
      clock: null,
      questions: new Set(),
      endedAt: null,
    });
    if (data.reserves) model.reserved.set(data.repo, data.leaseId);
  },
  LeaseWaited: (model, { data }) => {
    Object.assign(model.row(data.leaseId), { state: 'waiting', reason: data.reason });
  },
  LeaseQueued: (model, { data }) => {
    Object.assign(model.row(data.leaseId), { state: 'pending', reason: data.reason });
  },
  LeaseOffered: (model, { data }) => {
    const row = model.row(data.leaseId);
    const { worker, attempt, deadlineAt } = data;
    Object.assign(row, { state: 'offered', reason: null, worker, attempt, offerDeadlineAt: deadlineAt });
    endReservation(model, row);
  },
  LeaseBackedOff: (model, { data }) => {
    Object.assign(model.row(data.leaseId), { state: 'backoff', reason: data.reason });
  },
  LeaseAcknowledged: (model, { at, data }) => {
    const row = model.row(data.leaseId);
    const { holder, epoch, session, ttlMs } = data;
    Object.assign(row, { state: 'acknowledged', reason: null, holder, epoch, session, isDirty: false });
    row.clock = { leftMs: ttlMs, silentMs: 0, atMs: at, ttlMs, hasGrace: false };
    model.epochs.push(epoch);
    model.lastEpoch = Number(epoch.split('.')[0]);
    endReservation(model, row);
  },
  LeaseRenewed: (model, { at, data }) => {
    const row = model.row(data.leaseId);
    row.clock = { ...row.clock!, leftMs: row.clock!.ttlMs, silentMs: 0, atMs: at, hasGrace: false };
  },
  LeaseCompleted: (model, { at, data }) => {
    close(model, data.leaseId, 'completed', at);
  },
  LeaseCheckpointed: (model, { at, data }) => {
    close(model, data.leaseId, 'checkpointed', at);
  },
  LeaseStopped: (model, { at, data }) => {
    const row = close(model, data.leaseId, 'stopped', at);
    row.reason = data.reason;
    if (data.reason !== 'holder_lost' && data.reason !== 'failed') return;
    model.lost.set(row.trigger, (model.lost.get(row.trigger) ?? 0) + 1);
  },
  LeaseContinued: (model, { data }) => {
    model.row(data.leaseId).isDirty = false;
  },
  LeaseSendRequested: (model, { data }) => {
    model.row(data.leaseId).notTo = [];
  },
  WorkerSkipped: (model, { data }) => void model.skipped.add(data.worker),
  WorkerHeard: (model, { data }) => void model.skipped.delete(data.worker),
  WorkerRegistered: (model, { data }) => void model.registered.set(data.worker, data.repos),
  AbsencePassed: (model, { data }) => {
    for (const row of model.rows.values()) {
      if (row.state !== 'acknowledged' || row.questions.size > 0) continue;
      const { leftMs, silentMs } = row.clock!;
      row.clock = { ...row.clock!, leftMs: leftMs + data.absentMs, silentMs: silentMs - data.absentMs };
    }
  },
  CoordinatorStarted: (model, { at, data }) => {
    for (const { leaseId, deadlineAt } of data.graced) {
      const row = model.row(leaseId);
      const now = Clocks.read(row.clock!, row.questions.size > 0, at);
      row.clock = { ...now, leftMs: deadlineAt - at, hasGrace: true };
    }
  },
  QuestionAsked: (model, { at, data }) => {
    model.questions.set(data.questionId, { lease: data.leaseId, state: 'open' });
    bind(model, data.questionId, data.leaseId, at);
  },
  QuestionRebound: (model, { at, data }) => {
    model.questions.get(data.questionId)!.lease = data.leaseId;
    bind(model, data.questionId, data.leaseId, at);
  },
  QuestionClosed: (model, { at, data }) => {
    settle(model, data.questionId, { at, state: 'moot' });
  },
  DecisionRecorded: (model, { at, data }) => {
    const { decisionId: id, taskId: task, questionId } = data;
    model.decisions.set(id, { id, task, isVoided: false });
    if (questionId !== null) settle(model, questionId, { at, state: 'answered' });
  },
  DecisionsVoided: (model, { data }) => {
    for (const id of data.decisionIds) model.decisions.get(id)!.isVoided = true;
  },
  ScopePaused: (model, { data }) => void model.paused.add(data.repo),
  ScopeResumed: (model, { data }) => void model.paused.delete(data.repo),
  ScopeTaken: (model, { data }) => void model.takenBy.set(data.repo, data.by),
  ScopeReleased: (model, { data }) => void model.takenBy.delete(data.repo),
  ScopeDrained: (model, { data }) => void model.draining.delete(data.repo),
};
