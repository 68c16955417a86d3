import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Host, type HostOptions, startHost } from '../../src/host/startHost.ts';
import type { Client } from '../../src/ipc/client.ts';
import { connectToCoordinator } from '../../src/ipc/connectToCoordinator.ts';
import { readOperatorKey } from '../../src/ipc/operatorKey.ts';
import { processIdentity } from '../../src/ipc/processIdentity.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { RecordingLog } from './coordinatorWorld.ts';
import { temporaryFolders } from './temporaryFolders.ts';
import { threadOver } from './testStore.ts';

/** Called in a `describe`: real hosts over real folders, and clients of them; all ended after each test. */
export function hosts() {
  const folder = temporaryFolders();
  const open: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of open.splice(0).reverse()) await end();
  });
  return {
    /** A root with `.signalbox/`, and beside it the user's own folder. */
    root: (name = 'demo'): string => {
      const root = path.join(folder(), name);
      mkdirSync(path.join(root, '.signalbox'), { recursive: true });
      return realpathSync(root);
    },
    start: async (root: string, options: Partial<HostOptions> = {}): Promise<Host> => {
      const host = await startHost({
        root,
        version: '0.0.0',
        log: new RecordingLog(),
        storeThread: await threadOver(nodeFiles),
        userFolder: path.join(path.dirname(root), 'user'),
        ...options,
      });
      open.push(() => host.dispose());
      return host;
    },
    connect: async (root: string, surface: 'worker' | 'operator'): Promise<Client> => {
      const operatorKey = readOperatorKey(path.join(path.dirname(root), 'user')) ?? undefined;
      const client = await connectToCoordinator({
        place: { workingDirectory: root },
        caller: {
          kind: 'script',
          name: 'test',
          version: '0.0.0',
          // Without ancestors: what runs the tests is nobody's worker.
          identity: { ...processIdentity(), ancestors: [] },
          ...(surface === 'operator' ? { operatorKey } : {}),
        },
        timeoutMs: 5_000,
      });
      open.push(() => client.dispose());
      return client;
    },
  };
}
