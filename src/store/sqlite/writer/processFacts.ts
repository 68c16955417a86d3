import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from '../storeFiles.ts';

/** Which process, on which machine since which start: all that tells whether a writer still lives. Null: not known here. */
export interface ProcessFacts {
  readonly pid: number;
  /** Clock ticks between the machine's start and the process's own, as text; a reused pid has another. */
  readonly processStart: string | null;
  readonly host: string;
  readonly bootId: string | null;
  readonly pidNamespace: string | null;
}

/** `unknown`: on another machine, in another pid namespace, or from before a restart of this machine. */
export type Life = 'alive' | 'ended' | 'unknown';

export interface Processes {
  own(): ProcessFacts;
  lifeOf(process: ProcessFacts): Life;
}

const orNull = (read: () => string): string | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** After the pid and the command, which is in brackets and may hold anything: state, parent, ... */
function statOf(pid: number): readonly string[] {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
}

const startIn = (stat: readonly string[]): string | null => stat[19] ?? null;
/** It has ended, and its parent has not looked yet; a parent that never looks leaves it so. */
const isZombie = ([state]: readonly string[]): boolean => state === 'Z' || state === 'X';

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** The machine's own processes. */
export function localProcesses(): Processes {
  const here = {
    host: hostname(),
    bootId: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
  };
  return {
    own: () => ({ pid: process.pid, processStart: startIn(statOf(process.pid)), ...here }),
    lifeOf: (other) => {
      const isHere =
        other.host === here.host && other.bootId === here.bootId && other.pidNamespace === here.pidNamespace;
      if (!isHere) return 'unknown';
      if (!exists(other.pid)) return 'ended';
      const stat = statOf(other.pid);
      if (isZombie(stat)) return 'ended';
      const start = startIn(stat);
      return start !== null && other.processStart !== null && start !== other.processStart
        ? 'ended'
        : 'alive';
    },
  };
}
