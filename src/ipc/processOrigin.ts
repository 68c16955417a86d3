import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import type { ProcessOrigin } from '../protocol/hello.ts';

function attempt(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

/** Where this process's pids mean something. Only Linux tells boot and namespace for the price of a file. */
export const processOrigin = (): ProcessOrigin => ({
  host: os.hostname(),
  boot_id: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  pid_namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
});
