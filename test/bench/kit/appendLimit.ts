import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Slice, slice } from './statistics.ts';

/** What the disk allows: one append of so many bytes and one `fdatasync` after the other, to a file that grows. */
export function appendLimit(folder: string, bytes: number, count: number): Slice {
  const path = join(folder, `limit-${process.pid}`);
  const descriptor = openSync(path, 'wx', 0o600);
  const line = Buffer.alloc(bytes, 'a');
  const latencies: number[] = [];
  try {
    const begin = performance.now();
    for (let done = 0; done < count; done += 1) {
      const from = performance.now();
      writeSync(descriptor, line);
      fdatasyncSync(descriptor);
      latencies.push(performance.now() - from);
    }
    return slice(latencies, (performance.now() - begin) / 1000);
  } finally {
    closeSync(descriptor);
    unlinkSync(path);
  }
}
