/**
 * What a source yields: the outside's words, unjudged (behaviour 1). The field names are those of the wire and of task
 * files, so that one schema checks all sources.
 */
export interface SourceRepo {
  readonly id: string;
  readonly slug: string;
}

export interface SourcePlan {
  readonly id: string;
  /** Id of a repo of this snapshot, or the slug itself. */
  readonly repo_id: string;
  /** `active` and `ready` dispatch; `finished` and `archived` satisfy a dependency; any other does neither (C1, C2). */
  readonly status: string;
}

export interface SourceTask {
  readonly id: string;
  readonly workplan_id?: string | null;
  readonly status: string;
  readonly title: string;
  readonly updated_at?: string | number | null;
  readonly needs_human?: boolean | null;
  readonly intervention_note?: string | null;
  readonly blocking_reason?: string | null;
  readonly action_classes?: readonly string[] | null;
  readonly external_id?: string | null;
  /** Slug of the repo of a task without plan. */
  readonly project?: string | null;
}

export interface SourceDependency {
  readonly id: string;
  /** The one that waits. */
  readonly from_workplan_id: string;
  /** The one that is waited for. */
  readonly to_workplan_id: string;
  /** Only `blocks` counts (C2). */
  readonly relationship_type: string;
}

export interface SourceMessage {
  readonly id: string;
  /** A repo slug or a worker id (C3). */
  readonly to_agent: string;
  readonly subject: string;
  /** Never leaves the source: the core drops it on sight (C3). */
  readonly body?: string | null;
}

export interface Snapshot {
  readonly repos: readonly SourceRepo[];
  readonly plans: readonly SourcePlan[];
  readonly tasks: readonly SourceTask[];
  readonly dependencies: readonly SourceDependency[];
  readonly messages: readonly SourceMessage[];
}

/** What one source said in one tick: a snapshot, or why there is none; a failure freezes its tasks (C4). */
export type SourceReading =
  | {
      readonly source: string;
      readonly ok: true;
      readonly snapshot: Snapshot;
      /** False for one that an earlier tick has seen already: nothing is missed in it a second time (C5). */
      readonly isNew: boolean;
    }
  | { readonly source: string; readonly ok: false; readonly reason: string };

/** A person's words found at the source while a turn reconciles (T2). */
export interface HumanInput {
  readonly decisions: readonly { readonly external_id: string; readonly value: string }[];
  /** The task as it stands now, where the source says so. */
  readonly task?: SourceTask;
}
