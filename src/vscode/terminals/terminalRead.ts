import { execFile } from 'node:child_process';
import { readlink, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** When a program last read from the terminal that a process has, epoch milliseconds; null: there is no way to tell. */
export async function terminalReadAt(pid: number): Promise<number | null> {
  try {
    const device = process.platform === 'linux' ? await readlink(`/proc/${pid}/fd/0`) : await byPs(pid);
    return /^\/dev\/(pts\/|tty)/.test(device) ? (await stat(device)).atimeMs : null;
  } catch {
    return null;
  }
}

async function byPs(pid: number): Promise<string> {
  const { stdout } = await run('/bin/ps', ['-o', 'tty=', '-p', String(pid)], { timeout: 2_000 });
  return `/dev/${stdout.trim()}`;
}
