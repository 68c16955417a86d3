import type { Clock, Scheduler } from '../../coordinator/ports.ts';
import type { StoreFiles } from './storeFiles.ts';
import type { StoreLayout } from './storeLayout.ts';
import type { StartThread } from './thread/requests.ts';
import type { Processes } from './writer/processFacts.ts';

/** When a journal is folded into the next snapshot. */
export interface StoreLimits {
  readonly journalBytes: number;
  readonly journalEvents: number;
  /** Without a change for this long, a snapshot is due ... */
  readonly idleMs: number;
  /** ... but not sooner than this after the last one. */
  readonly restMs: number;
}

export const defaultLimits: StoreLimits = {
  journalBytes: 4 * 1024 * 1024,
  journalEvents: 10_000,
  idleMs: 5_000,
  restMs: 60_000,
};

/** What the store is made of; all of it can be exchanged in tests. */
export interface StoreParts {
  readonly layout: StoreLayout;
  readonly files: StoreFiles;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly startThread: StartThread;
  readonly processes: Processes;
  readonly limits: StoreLimits;
  /** The schema that it writes, and the highest that it reads (S1). */
  readonly schema: number;
  /** Runs after the current turn of the loop, once. */
  readonly nextTurn: (run: () => void) => void;
  /** Hexadecimal text that has not been used before. */
  readonly newRandom: () => string;
  /** Whether a coordinator answers at an endpoint, within the caller's own time limit. */
  readonly answers: (endpoint: string) => Promise<boolean>;
  /** What the store lies on, in words, if other machines may write there too; null: it is this machine's own. */
  readonly sharedOn: string | null;
}
