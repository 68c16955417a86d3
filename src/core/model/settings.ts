import type { RepoSlug, SourceName, WorkerId } from './ids.ts';

export type TransportKind = 'poll' | 'command' | 'tmux' | 'terminal';

export interface RepoSetting {
  readonly slug: RepoSlug;
  /** Relative to the workspace root, or absolute. */
  readonly path: string;
}

export interface WorkerSetting {
  readonly id: WorkerId;
  readonly repos: readonly RepoSlug[];
  readonly transport: TransportKind;
  /** Only the worker's transport reads them. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface SourceSetting {
  readonly name: SourceName;
  readonly kind: 'workspace' | 'file' | 'hub';
  /** Only the source reads them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The configuration in force (C21), durations in milliseconds. Order of lists is the file's order: it breaks ties (C6). */
export interface Settings {
  readonly repos: readonly RepoSetting[];
  readonly workers: readonly WorkerSetting[];
  readonly sources: readonly SourceSetting[];
  /** Action classes that do not gate (C15). */
  readonly allow: readonly string[];
  readonly policyProfile: 'standard' | 'strict';
  readonly maxAttempts: number;
  /** At least one entry; the last one repeats (C10). */
  readonly retryBackoffMs: readonly number[];
  readonly tickMs: number;
  readonly offerTimeoutMs: number;
  readonly leaseTtlMs: number;
  readonly restartGraceMs: number;
  readonly maxSilenceMs: number;
  readonly maxContinuations: number;
  /** Limit of one look at a source. */
  readonly timeoutMs: number;
  readonly adoptInProgress: boolean;
  readonly workerTasks: boolean;
  readonly dirtyTree: 'ask' | 'continue';
  /** False while no valid configuration is in force: reads are served, nothing is dispatched (C21). */
  readonly canDispatch: boolean;
}
