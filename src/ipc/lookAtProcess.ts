import type { ProcessTable } from './processTable.ts';
import { isErrno } from './isErrno.ts';

export interface ProcessReference {
  readonly pid: number;
  /** As its system counts (hello.ts); 0: not known. */
  readonly startedAt: number;
  /** Where the number means something; not given: here. */
  readonly pidNamespace?: string | null;
}

export type Liveness = 'alive' | 'ended' | 'unknown';

/** Injected, so that each system's case can be tried on any. */
export interface ProcessWorld {
  readonly pidNamespace: string | null;
  readonly table: ProcessTable;
  /** Signal 0; throws like `process.kill`. */
  readonly probe: (pid: number) => void;
}

/** Whether the very process lives, not another one under its number (C13). `unknown`: no way to tell from here. */
export function lookAtProcess(reference: ProcessReference, world: ProcessWorld): Liveness {
  const { pid, startedAt, pidNamespace } = reference;
  if (pidNamespace !== undefined && pidNamespace !== world.pidNamespace) return 'unknown';
  if (!Number.isSafeInteger(pid) || pid <= 0) return 'unknown';
  if (!exists(pid, world.probe)) return 'ended';
  const found = world.table.read(pid);
  if (found === null) return 'unknown';
  if (found.isEnded) return 'ended';
  return startedAt === 0 || found.startedAt === startedAt ? 'alive' : 'ended';
}

function exists(pid: number, probe: (pid: number) => void): boolean {
  try {
    probe(pid);
    return true;
  } catch (error) {
    return !isErrno(error, 'ESRCH');
  }
}
