import { Emitter } from '../base/emitter.ts';
import { connectToCoordinator, type Caller } from '../ipc/connectToCoordinator.ts';
import { nodeTimers } from '../ipc/timers.ts';
import { CoordinatorClient } from './coordinatorClient.ts';
import type { StartThread } from './hostThread.ts';
import { type HostLog, HostWorker } from './hostWorker.ts';
import { isOwnWriter } from './isOwnWriter.ts';
import type { OpenRoot } from './roots.ts';

/** For the connection and `hello`; nobody there is known at once. */
const HELLO_MS = 2_000;

export interface RootParts {
  readonly caller: () => Caller;
  readonly startThread: StartThread;
  readonly log: HostLog;
}

/** Runs a host for a root unless another process does, and follows the coordinator, whichever it is. */
export function openRoot(path: string, { caller, startThread, log }: RootParts): OpenRoot {
  const onFault = (error: unknown): void => log.error(error instanceof Error ? error : String(error));
  const changes = new Emitter<void>(onFault);
  const place = { workingDirectory: path };
  const client = new CoordinatorClient({
    connect: async () => connectToCoordinator({ place, caller: caller(), timeoutMs: HELLO_MS }),
    timers: nodeTimers,
    onFault,
  });
  const host = new HostWorker({
    root: path,
    startThread,
    isAnswered: () => client.isConnected,
    isOwnWriter: () => isOwnWriter(path),
    timers: nodeTimers,
    now: Date.now,
    log,
  });
  client.onChange(() => {
    host.seek();
    changes.fire();
  });
  host.onChange(() => {
    if (host.isServing) client.retry();
    changes.fire();
  });
  return {
    path,
    client,
    onChange: changes.event,
    get problem() {
      return client.isConnected ? null : host.problem;
    },
    start: () => {
      host.start();
      client.retry();
    },
    stop: async () => {
      changes.dispose();
      client.dispose();
      await host.stop();
    },
  };
}
