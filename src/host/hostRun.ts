/** One life of a host, wherever it runs: in this process, or in a thread. The supervisor begins one after another. */
import type { HostFailure } from './hostFailure.ts';

/** Why the host before this one ended, for health. */
export interface LastFailure {
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a life begins with. */
export interface RunData {
  readonly root: string;
  /** Take over from a writer whose heartbeat is fresh: nobody is behind it, or a person said so. */
  readonly force: boolean;
  readonly lastFailure: LastFailure | null;
}

/** It says `ready`, then `ended` once, or only `failed`. */
export type HostWord =
  | { readonly type: 'ready'; readonly endpoint: string; readonly term: number }
  | { readonly type: 'failed'; readonly failure: HostFailure }
  /** `failure` null: it stopped because it was told to. */
  | { readonly type: 'ended'; readonly failure: HostFailure | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string };

export interface HostRun {
  /** Asks it to end cleanly; it says `ended` when it has. */
  stop(): void;
  /** Ends it at once, whatever it is at. */
  terminate(): void;
}

export interface RunListener {
  onMessage(message: HostWord): void;
  /** An error that nobody caught in there; the exit follows. */
  onError(error: unknown): void;
  /** Once, after the last message. */
  onExit(code: number): void;
}

export type StartRun = (data: RunData, listener: RunListener) => HostRun;
