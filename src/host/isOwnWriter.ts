import path from 'node:path';
import { highestWriter } from '../ipc/discovery.ts';
import { processOrigin } from '../ipc/processOrigin.ts';

/** Whether the last writer of a root was a thread of this process. */
export function isOwnWriter(root: string): boolean {
  const writer = highestWriter(path.join(root, '.signalbox', 'state'));
  if (writer?.pid !== process.pid) return false;
  const { host, boot_id: bootId, pid_namespace: pidNamespace } = processOrigin();
  return writer.host === host && writer.bootId === bootId && writer.pidNamespace === pidNamespace;
}
