import { randomBytes } from 'node:crypto';
import type { Clock, Scheduler } from '../../coordinator/ports.ts';
import { toDisposable } from '../../base/disposable.ts';
import { schemaVersion } from './journalLines.ts';
import { nodeFiles } from './nodeFiles.ts';
import { Store } from './store.ts';
import type { StoreFiles } from './storeFiles.ts';
import { storeLayout } from './storeLayout.ts';
import { defaultLimits, type StoreLimits, type StoreParts } from './storeParts.ts';
import type { StartThread } from './thread/requests.ts';
import { threadAt } from './thread/threadAt.ts';
import { localProcesses, type Processes } from './writer/processFacts.ts';

export interface StoreOptions {
  /** The bundle of `thread/storeThread.ts`, beside sql.js's wasm; or what starts the thread in another way. */
  readonly snapshotWorker: URL | string | StartThread;
  /** Whether a coordinator answers at an endpoint; asked only of a holder whose heartbeat is old. Default: none does. */
  readonly answers?: (endpoint: string) => Promise<boolean>;
  /** What the folder lies on, in words, if other machines may write there too. Default, and null: a local file system. */
  readonly sharedOn?: string | null;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  readonly files?: StoreFiles;
  readonly processes?: Processes;
  readonly limits?: Partial<StoreLimits>;
  /** Of the program whose migrations the second thread knows; by default this one's. */
  readonly schema?: number;
  readonly nextTurn?: (run: () => void) => void;
  readonly newRandom?: () => string;
}

/** The machine's timers; the owner of a store ends them by closing it. */
const timers: Scheduler = {
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return toDisposable(() => clearTimeout(timer));
  },
};

/**
 * Opens the store of a root, the folder that holds `.signalbox/`. It only reads: a root without a store is an empty one (S2).
 * @throws RegisterFault `newer_schema` (S1)
 */
export async function openStore(root: string, options: StoreOptions): Promise<Store> {
  const store = new Store(storeParts(root, options));
  store.refuseNewer();
  return store;
}

/** What the store of a root is made of, on this machine unless the options say otherwise. */
export function storeParts(root: string, options: StoreOptions): StoreParts {
  const { snapshotWorker } = options;
  return {
    layout: storeLayout(root),
    files: options.files ?? nodeFiles,
    clock: options.clock ?? { now: () => Date.now() },
    scheduler: options.scheduler ?? timers,
    startThread: typeof snapshotWorker === 'function' ? snapshotWorker : threadAt(snapshotWorker),
    processes: options.processes ?? localProcesses(),
    limits: { ...defaultLimits, ...options.limits },
    schema: options.schema ?? schemaVersion,
    nextTurn: options.nextTurn ?? ((run) => void setImmediate(run)),
    newRandom: options.newRandom ?? (() => randomBytes(8).toString('hex')),
    answers: options.answers ?? (async () => false),
    sharedOn: options.sharedOn ?? null,
  };
}
