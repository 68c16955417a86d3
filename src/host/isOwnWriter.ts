import path from 'node:path';
import { highestWriter, type WriterFile } from '../ipc/discovery.ts';
import { processOrigin } from '../ipc/processOrigin.ts';

/** Whether the last writer of a root was a host of this process. False as well while nothing can be read there. */
export function isOwnWriter(root: string): boolean {
  const writer = writerOf(path.join(root, '.signalbox', 'state'));
  if (writer?.pid !== process.pid) return false;
  const { host, boot_id: bootId, pid_namespace: pidNamespace } = processOrigin();
  return writer.host === host && writer.bootId === bootId && writer.pidNamespace === pidNamespace;
}

function writerOf(state: string): WriterFile | null {
  try {
    return highestWriter(state);
  } catch {
    return null;
  }
}
