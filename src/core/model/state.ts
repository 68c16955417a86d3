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
  /** The newest lease of a task, live or not (W1). */
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

const tableNames = {
  tasks: true,
  plans: true,
  dependencies: true,
  triggers: true,
  triggersByRevision: true,
  live: true,
  closed: true,
  liveByTask: true,
  lastByTask: true,
  activeByRepo: true,
  activeByWorker: true,
  workers: true,
  scopes: true,
  questions: true,
  decisions: true,
  decisionsByTask: true,
  outbox: true,
  requests: true,
} as const satisfies Record<keyof Tables, true>;

/** The one place where the tables are made by name: what each holds is known to its type in `Tables` only. */
function build(make: (name: keyof Tables) => unknown): Tables {
  const tables: Partial<Record<keyof Tables, unknown>> = {};
  for (const name of Object.keys(tableNames) as (keyof Tables)[]) tables[name] = make(name);
  return tables as Tables;
}

export const initialState = (): MutableState => ({
  ...build(() => new MapTable()),
  position: 0,
  epoch: 0,
  lastRank: 0,
  firstRank: 0,
  taskNumber: 0,
});

/** A state over `base` that takes changes without touching it. */
export function fork(base: State): MutableState {
  const { position, epoch, lastRank, firstRank, taskNumber } = base;
  const layer = (name: keyof Tables) => new LayeredTable<unknown, unknown>(base[name]);
  return { ...build(layer), position, epoch, lastRank, firstRank, taskNumber };
}
