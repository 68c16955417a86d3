import { connectToCoordinator, type Caller } from '../ipc/connectToCoordinator.ts';
import { nodeTimers } from '../ipc/timers.ts';
import { CoordinatorClient } from './coordinatorClient.ts';
import type { OpenRoot } from './roots.ts';

/** For the connection and `hello`; nobody there is known at once. */
const HELLO_MS = 2_000;

/** Follows the coordinator of a root. */
export function openRoot(path: string, caller: () => Caller, onFault: (error: unknown) => void): OpenRoot {
  const place = { workingDirectory: path };
  const client = new CoordinatorClient({
    connect: async () => connectToCoordinator({ place, caller: caller(), timeoutMs: HELLO_MS }),
    timers: nodeTimers,
    onFault,
  });
  return {
    path,
    client,
    get problem() {
      return client.awayBecause;
    },
    dispose: () => client.dispose(),
  };
}
