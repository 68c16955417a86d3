import type {
  DecisionId,
  LeaseId,
  PlanId,
  QuestionId,
  ReceiptId,
  RepoSlug,
  SourceName,
  TaskId,
  TriggerId,
  WorkerId,
} from './ids.ts';
import type { ClosedLease, LiveLease } from './lease.ts';
import type { Decision, Question, Receipt, RequestRecord, ScopeRecord, WorkerRecord } from './records.ts';
import { LayeredTable, MapTable, type ReadonlyTable, type Table } from './table.ts';
import type { DependencyFacts, PlanFacts, TaskRecord, Trigger } from './task.ts';

/** All that the rules see. `evolve` is the only place that changes it; the four indexes follow the leases. */
export interface Tables {
  tasks: Table<TaskId, TaskRecord>;
  plans: Table<PlanId, PlanFacts>;
  dependencies: Table<SourceName, readonly DependencyFacts[]>;
  triggers: Table<TriggerId, Trigger>;
  /** `<task id> <revision>` -> trigger. */
  triggersByRevision: Table<string, TriggerId>;
  live: Table<LeaseId, LiveLease>;
  closed: Table<LeaseId, ClosedLease>;
  liveByTask: Table<TaskId, LeaseId>;
  /** The newest lease of a task, live, ended or archived (W1). */
  lastByTask: Table<TaskId, LeaseId>;
  activeByRepo: Table<RepoSlug, LeaseId>;
  activeByWorker: Table<WorkerId, LeaseId>;
  workers: Table<WorkerId, WorkerRecord>;
  scopes: Table<RepoSlug, ScopeRecord>;
  questions: Table<QuestionId, Question>;
  decisions: Table<DecisionId, Decision>;
  decisionsByTask: Table<TaskId, readonly DecisionId[]>;
  outbox: Table<ReceiptId, Receipt>;
  requests: Table<string, RequestRecord>;
}

export interface Counters {
  position: number;
  /** Counter of the last epoch minted (C12). */
  epoch: number;
  /** Rank of the newest lease at the end of the queue, and of the newest at its head. */
  lastRank: number;
  firstRank: number;
  /** Number of the last task added by command. */
  taskNumber: number;
}

export type MutableState = Tables & Counters;

export type State = Readonly<Counters> & {
  readonly [K in keyof Tables]: Tables[K] extends Table<infer Key, infer Value>
    ? ReadonlyTable<Key, Value>
    : never;
};

export const initialState = (): MutableState => ({
  tasks: new MapTable(),
  plans: new MapTable(),
  dependencies: new MapTable(),
  triggers: new MapTable(),
  triggersByRevision: new MapTable(),
  live: new MapTable(),
  closed: new MapTable(),
  liveByTask: new MapTable(),
  lastByTask: new MapTable(),
  activeByRepo: new MapTable(),
  activeByWorker: new MapTable(),
  workers: new MapTable(),
  scopes: new MapTable(),
  questions: new MapTable(),
  decisions: new MapTable(),
  decisionsByTask: new MapTable(),
  outbox: new MapTable(),
  requests: new MapTable(),
  position: 0,
  epoch: 0,
  lastRank: 0,
  firstRank: 0,
  taskNumber: 0,
});

/** A state over `base` that takes changes without touching it. Written out, as each command makes one. */
export const fork = (base: State): MutableState => ({
  tasks: new LayeredTable(base.tasks),
  plans: new LayeredTable(base.plans),
  dependencies: new LayeredTable(base.dependencies),
  triggers: new LayeredTable(base.triggers),
  triggersByRevision: new LayeredTable(base.triggersByRevision),
  live: new LayeredTable(base.live),
  closed: new LayeredTable(base.closed),
  liveByTask: new LayeredTable(base.liveByTask),
  lastByTask: new LayeredTable(base.lastByTask),
  activeByRepo: new LayeredTable(base.activeByRepo),
  activeByWorker: new LayeredTable(base.activeByWorker),
  workers: new LayeredTable(base.workers),
  scopes: new LayeredTable(base.scopes),
  questions: new LayeredTable(base.questions),
  decisions: new LayeredTable(base.decisions),
  decisionsByTask: new LayeredTable(base.decisionsByTask),
  outbox: new LayeredTable(base.outbox),
  requests: new LayeredTable(base.requests),
  position: base.position,
  epoch: base.epoch,
  lastRank: base.lastRank,
  firstRank: base.firstRank,
  taskNumber: base.taskNumber,
});
