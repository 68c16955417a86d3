/**
 * The host as a thread of the extension host. The parent gives `ThreadData` and later says `stop`; the thread says
 * `ready`, then `ended` once, or only `failed`. Logs go to the parent as they come.
 */
import { parentPort, workerData } from 'node:worker_threads';
import path from 'node:path';
import { commandsOf } from './commandsOf.ts';
import { type HostFailure, hostFailure } from './hostFailure.ts';
import { startHost } from './startHost.ts';

export interface ThreadData {
  readonly role: 'host';
  readonly root: string;
  readonly version: string;
  /** Folder of the bundles. */
  readonly bundles: string;
  /** Take over from a writer whose heartbeat is fresh: a person said so. */
  readonly force?: boolean;
}

export type FromThread =
  | { readonly type: 'ready'; readonly endpoint: string; readonly term: number }
  | { readonly type: 'failed'; readonly failure: HostFailure }
  /** `failure` null: it stopped because it was told to. */
  | { readonly type: 'ended'; readonly failure: HostFailure | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string };

export interface ToThread {
  readonly type: 'stop';
}

/** Runs until the parent says stop or the register ends. */
export async function runThread(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this runs only as a worker thread');
  const say = (message: FromThread): void => {
    port.postMessage(message);
  };
  const { root, version, bundles, force = false } = workerData as ThreadData;
  const put =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, facts: object = {}) => {
      say({ type: 'log', level, message: `${message} ${JSON.stringify(facts)}` });
    };
  const log = { info: put('info'), warn: put('warn'), error: put('error') };
  const stopped = new Promise<null>((settle) => {
    // The parent says nothing but `ToThread`, which is stop.
    port.once('message', () => {
      settle(null);
    });
  });
  try {
    const storeThread = path.join(bundles, 'store.cjs');
    const transports = commandsOf(bundles);
    const host = await startHost({ root, version, log, storeThread, force, transports });
    say({ type: 'ready', endpoint: host.endpoint, term: host.term });
    const fault = await Promise.race([stopped, host.ended]);
    await host.dispose();
    say({ type: 'ended', failure: fault === null ? null : hostFailure(fault) });
  } catch (error) {
    say({ type: 'failed', failure: hostFailure(error) });
  }
  port.close();
}
