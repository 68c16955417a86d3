import assert from 'node:assert/strict';
import path from 'node:path';
import { HostSupervisor } from '../../src/host/hostSupervisor.ts';
import { isOwnWriter } from '../../src/host/isOwnWriter.ts';
import { hostsHere } from '../../src/host/runHost.ts';
import { nodeTimers } from '../../src/ipc/timers.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import type { StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import { RecordingLog } from './coordinatorWorld.ts';
import { threadOver } from './testStore.ts';

/** What the supervisor itself has to say is not looked at. */
export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A supervisor, not started, whose hosts run in this process over these files. Its caller stops it. */
export async function supervisedHost(root: string, files: StoreFiles): Promise<HostSupervisor> {
  const storeThread = await threadOver(nodeFiles);
  const log = new RecordingLog();
  return new HostSupervisor({
    root,
    startRun: hostsHere((data) => ({
      ...data,
      version: '0.0.0',
      log,
      storeThread,
      userFolder: path.join(path.dirname(root), 'user'),
      files,
    })),
    isAnswered: () => false,
    isOwnWriter: () => isOwnWriter(root),
    stopWithinMs: null,
    timers: nodeTimers,
    now: Date.now,
    log: quietLog,
  });
}

/** The refusal that a request got. */
export const refusalOf = (asked: Promise<unknown>): Promise<ProtocolError> =>
  asked.then(
    (answer) => assert.fail(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => {
      assert.ok(error instanceof ProtocolError, String(error));
      return error;
    },
  );
