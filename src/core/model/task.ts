import type { PlanId, RepoSlug, Revision, SourceName, TaskId, TriggerId, WorkerId } from './ids.ts';

/** The gates of C15, in the order in which they are judged. */
export type GateName =
  'needs_human' | 'intervention_note' | 'blocking_reason' | 'action_class' | 'secret_title';

/** What its source says of a task or message, ids resolved. A message has no plan and status `todo`; its body is not here (C3). */
export interface TaskFacts {
  readonly id: TaskId;
  readonly source: SourceName;
  readonly externalId: string;
  readonly kind: 'task' | 'message';
  /** A message's title is its subject without the marker. */
  readonly title: string;
  readonly status: string;
  readonly plan: PlanId | null;
  readonly repo: RepoSlug;
  /** A message to a worker is for that worker only (C6). */
  readonly toWorker: WorkerId | null;
  readonly needsHuman: boolean;
  readonly interventionNote: string;
  readonly blockingReason: string;
  readonly actionClasses: readonly string[];
}

/** A task as the register knows it: its facts, and what was seen happening to it (C5). */
export interface TaskRecord {
  readonly facts: TaskFacts;
  readonly createdAt: number;
  /** Gates in force when last judged; empty: none. */
  readonly gates: readonly GateName[];
  /** Re-opens plus gates seen to clear: part of the revision (C5). */
  readonly generation: number;
  readonly revision: Revision;
  /** An operator cleared the title gate for this task (C15). */
  readonly titleGateCleared: boolean;
  /** An operator cancelled it; holds until a re-open, whatever the source says. */
  readonly cancelledByOperator: boolean;
  /** A task never seen `todo` gets no row (C5). */
  readonly wasTodo: boolean;
  /** Set by a completion: new work needs a spell outside `todo` first (C5). */
  readonly needsSpell: boolean;
  /** Good snapshots in a row without it; at two it is gone (C5). */
  readonly missed: number;
}

export interface PlanFacts {
  readonly id: PlanId;
  readonly source: SourceName;
  readonly externalId: string;
  readonly repo: RepoSlug | null;
  readonly status: string;
}

/** `from` waits for `to` (C2). Both are plan ids, or task ids that stand for a plan of one. */
export interface DependencyFacts {
  readonly from: PlanId;
  readonly to: PlanId;
}

/** (task, revision), consumed by its first offer, hand-out or gated row, for good (C5). */
export interface Trigger {
  readonly id: TriggerId;
  readonly taskId: TaskId;
  readonly revision: Revision;
  readonly isConsumed: boolean;
  /** Its leases that ended `holder_lost` or `failed`; at most `maxAttempts` (C14). */
  readonly lost: number;
}
