import { lookAtProcess } from './lookAtProcess.ts';
import { processOrigin } from './processOrigin.ts';
import { linuxProcessTable, MS_PER_TICK } from './processTable.ts';

/** As a writer file names it. */
export interface WriterProcess {
  readonly pid: number;
  /** As its system counts, as text; null: not known. */
  readonly processStart: string | null;
  readonly host: string;
  readonly bootId: string | null;
  readonly pidNamespace: string | null;
}

/**
 * Whether the very process of a writer file is known to have ended: killed, so that its heartbeat looks fresh for some
 * seconds more. False where its number means nothing here, and where its machine has been started anew since.
 */
export function hasEnded({ pid, processStart, host, bootId, pidNamespace }: WriterProcess): boolean {
  const here = processOrigin();
  if (host !== here.host || bootId !== here.boot_id || pidNamespace !== here.pid_namespace) return false;
  const startedAt = Number(processStart ?? 0) * MS_PER_TICK;
  const world = {
    pidNamespace,
    table: linuxProcessTable,
    probe: (each: number) => void process.kill(each, 0),
  };
  return lookAtProcess({ pid, startedAt }, world) === 'ended';
}
