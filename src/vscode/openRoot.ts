import { Emitter } from '../base/emitter.ts';
import { FaultEndpoint } from '../host/faultEndpoint.ts';
import type { StartRun } from '../host/hostRun.ts';
import { HostSupervisor, type SupervisorLog } from '../host/hostSupervisor.ts';
import { isOwnWriter } from '../host/isOwnWriter.ts';
import type { ClientHandlers } from '../ipc/client.ts';
import { connectToCoordinator, type Caller } from '../ipc/connectToCoordinator.ts';
import { nodeTimers } from '../ipc/timers.ts';
import { CoordinatorClient } from './coordinatorClient.ts';
import type { OpenRoot } from './roots.ts';

/** For the connection and `hello`; nobody there is known at once. */
const HELLO_MS = 2_000;
/** VS Code waits 5 s for an extension that ends. */
const STOP_WITHIN_MS = 4_000;

export interface RootParts {
  readonly caller: () => Caller;
  readonly startRun: StartRun;
  /** What the coordinator may ask of this window. */
  readonly handlers: ClientHandlers;
  readonly log: SupervisorLog;
}

/** Runs a host for a root unless another process does, and follows the coordinator, whichever it is. */
export function openRoot(path: string, { caller, startRun, handlers, log }: RootParts): OpenRoot {
  const onFault = (error: unknown): void => log.error(error instanceof Error ? error : String(error));
  const changes = new Emitter<void>(onFault);
  const place = { workingDirectory: path };
  const client = new CoordinatorClient({
    connect: async () => connectToCoordinator({ place, caller: caller(), timeoutMs: HELLO_MS, handlers }),
    timers: nodeTimers,
    onFault,
  });
  const host = new HostSupervisor({
    root: path,
    startRun,
    isAnswered: () => client.isConnected,
    isOwnWriter: () => isOwnWriter(path),
    stopWithinMs: STOP_WITHIN_MS,
    timers: nodeTimers,
    now: Date.now,
    log,
  });
  const fault = new FaultEndpoint({ root: path, version: () => caller().version, supervisor: host, log });
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
    host,
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
      fault.dispose();
      await host.stop();
    },
  };
}
