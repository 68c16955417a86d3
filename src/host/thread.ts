/**
 * The host as a thread of the extension host. The parent gives `ThreadData` and later says `stop`; the thread answers in
 * `HostWord`s. Logs go to the parent as they come.
 */
import { parentPort, workerData } from 'node:worker_threads';
import path from 'node:path';
import { commandsOf } from './commandsOf.ts';
import type { HostWord, RunData } from './hostRun.ts';
import { runHost } from './runHost.ts';

export interface ThreadData extends RunData {
  readonly role: 'host';
  readonly version: string;
  /** Folder of the bundles. */
  readonly bundles: string;
}

export interface ToThread {
  readonly type: 'stop';
}

/** Runs until the parent says stop or the register ends. */
export async function runThread(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this runs only as a worker thread');
  const say = (message: HostWord): void => {
    port.postMessage(message);
  };
  const { root, version, bundles, force, lastFailure } = workerData as ThreadData;
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
  const storeThread = path.join(bundles, 'store.cjs');
  const transports = commandsOf(bundles);
  const runsIn = 'window';
  await runHost({ root, version, runsIn, log, storeThread, force, lastFailure, transports }, say, stopped);
  port.close();
}
