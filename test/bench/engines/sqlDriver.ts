export type SqlValue = string | number | null;

/** As much of an embedded SQLite as a queue needs, at the engine's best durable settings. */
export interface SqlDriver {
  /** What it is and how it is set, for the report. */
  readonly settings: string;
  exec(sql: string): void;
  run(sql: string, values: readonly SqlValue[]): void;
  get(sql: string, values: readonly SqlValue[]): readonly SqlValue[] | null;
  /** Runs the work in one transaction, which is durable when this returns. */
  transaction(work: () => void): void;
  close(): void;
}

/** Where the packages that are compared with are installed. */
export interface EnginePlace {
  readonly packages: string;
  /** An empty folder on the disk that is measured. */
  readonly folder: string;
}
