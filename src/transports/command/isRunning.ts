import type { ProcessRef } from '../../core/model/lease.ts';
import type { Start } from './sentMessages.ts';

/** What can be asked about processes. */
export interface Processes {
  look(process: ProcessRef): 'alive' | 'ended' | 'unknown';
  /** Whether a process of this group lives. A number in use by a group is given to no other process. */
  hasGroup(leader: number): boolean;
}

/**
 * Whether a start still runs. `unknown` is for the caller to treat as running. A launcher that was killed before it wrote
 * down what it started is told by its group: nothing was started only if that is gone.
 */
export function isRunning({ launcher, run, exit }: Start, processes: Processes): boolean | 'unknown' {
  if (exit !== null) return false;
  const seen = processes.look(run ?? launcher);
  if (seen === 'unknown') return 'unknown';
  if (seen === 'alive') return true;
  return run === null && processes.hasGroup(launcher.pid);
}

/** The machine's own; Windows has no groups. */
export function groupLives(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
