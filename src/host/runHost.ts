import { deferred } from '../base/deferred.ts';
import { hostFailure } from './hostFailure.ts';
import type { HostWord, RunData, StartRun } from './hostRun.ts';
import { type HostOptions, startHost } from './startHost.ts';

/** Runs a host until it is told to stop or ends of itself, and says how it went. Never rejects. */
export async function runHost(
  options: HostOptions,
  say: (word: HostWord) => void,
  stopped: Promise<null>,
): Promise<void> {
  try {
    const host = await startHost(options);
    say({ type: 'ready', endpoint: host.endpoint, term: host.term });
    const fault = await Promise.race([stopped, host.ended]);
    await host.dispose();
    say({ type: 'ended', failure: fault === null ? null : hostFailure(fault) });
  } catch (error) {
    say({ type: 'failed', failure: hostFailure(error) });
  }
}

/** Lives in this process and thread; all that one has open is closed before it says how it ended. */
export const hostsHere =
  (optionsFor: (data: RunData) => HostOptions): StartRun =>
  (data, listener) => {
    const stopping = deferred<null>();
    void runHost(optionsFor(data), (word) => listener.onMessage(word), stopping.promise).then(() =>
      listener.onExit(0),
    );
    return { stop: () => stopping.resolve(null), terminate: () => undefined };
  };
