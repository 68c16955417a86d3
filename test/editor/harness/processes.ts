import { readdirSync, readFileSync } from 'node:fs';

/** Environment variable that marks all that one test run starts, whoever its parent is by now. */
export const MARK = 'SIGNALBOX_TEST_RUN';

export interface Marked {
  readonly pid: number;
  readonly command: string;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Every other process that carries the mark of this run. */
export function markedProcesses(run: string): Marked[] {
  const found: Marked[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const environment = read(`/proc/${name}/environ`);
    if (!`\0${environment}`.includes(`\0${MARK}=${run}\0`)) continue;
    const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
    found.push({ pid: Number(name), command });
  }
  return found;
}

/**
 * Ends what still carries the mark: asks, waits at most `patienceMs`, then kills.
 * @returns those that had to be killed.
 */
export async function endMarked(run: string, patienceMs: number): Promise<Marked[]> {
  signal(markedProcesses(run), 'SIGTERM');
  const deaf = await goneWithin(run, patienceMs);
  signal(deaf, 'SIGKILL');
  await goneWithin(run, 2000);
  return deaf;
}

/** @returns those that are left after `patienceMs`, none as soon as none is. */
export async function goneWithin(run: string, patienceMs: number): Promise<Marked[]> {
  const deadlineAt = Date.now() + patienceMs;
  let left = markedProcesses(run);
  while (left.length > 0 && Date.now() < deadlineAt) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    left = markedProcesses(run);
  }
  return left;
}

function signal(processes: readonly Marked[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Another process may end between being listed and being read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
