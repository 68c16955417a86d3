import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * The process group in the foreground of the terminal that a process has; null: it has none, or there is no way to tell.
 */
export async function foregroundGroup(pid: number): Promise<number | null> {
  const text = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  const group = Number(text);
  return Number.isSafeInteger(group) && group > 0 ? group : null;
}

/** The sixth field after the name, which may hold blanks and brackets. */
async function fromProc(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5];
  } catch {
    return undefined;
  }
}

const fromPs = (pid: number): Promise<string | undefined> =>
  new Promise((settle) => {
    execFile('/bin/ps', ['-o', 'tpgid=', '-p', String(pid)], { timeout: 2_000 }, (error, stdout) => {
      settle(error === null ? stdout.trim() : undefined);
    });
  });
