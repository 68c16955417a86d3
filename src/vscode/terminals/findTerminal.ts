import { lineage } from '../../ipc/processIdentity.ts';
import type { ProcessTable } from '../../ipc/processTable.ts';
import type { OpenTerminal } from './openTerminal.ts';

export interface CallingProcess {
  readonly pid: number;
  /** As its system counts (hello.ts); 0: not known. */
  readonly started_at: number;
}

/**
 * The terminal below whose first process a worker called: by the processes above the call, and never by a name, so a terminal
 * that was restored is the same.
 * @param processes nearest first; the processes above the nearest one that lives are looked up where the table is cheap
 * @param table null: a look at it takes too long here, so only the processes named count
 */
export function findTerminal(
  processes: readonly CallingProcess[],
  terminals: readonly OpenTerminal[],
  table: ProcessTable | null,
): OpenTerminal | null {
  for (const process of processes) {
    if (table !== null && !isSame(table, process)) continue;
    const above = table === null ? [] : lineage(table, process.pid).ancestors;
    for (const { pid } of [process, ...above]) {
      const found = terminals.find((terminal) => terminal.pid === pid);
      if (found !== undefined) return found;
    }
    if (table !== null) return null;
  }
  return null;
}

/** The very process lives, not another one under its number. */
function isSame(table: ProcessTable, { pid, started_at: startedAt }: CallingProcess): boolean {
  const found = table.read(pid);
  if (found === null || found.isEnded) return false;
  return startedAt === 0 || found.startedAt === startedAt;
}
