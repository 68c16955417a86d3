import { statfs } from 'node:fs/promises';
import type { Scheduler } from '../coordinator/ports.ts';
import { withTimeout } from '../coordinator/withTimeout.ts';

/** A file system that takes longer is shown as one that does not answer. */
const limitMs = 1000;

/** Of the disk that a folder lies on, in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

/** What a user may still write there. Rejects with the reason, also when there is no answer in a second. */
export const freeSpace = (folder: string, scheduler: Scheduler): Promise<DiskSpace> =>
  withTimeout(
    async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    { scheduler, timeoutMs: limitMs },
  );
