import { lookAtProcess, type Liveness, type ProcessReference, type ProcessWorld } from './lookAtProcess.ts';
import { processOrigin } from './processOrigin.ts';
import { linuxProcessTable, type ProcessTable } from './processTable.ts';
import { processTable } from './processIdentity.ts';

/** Elsewhere than on Linux a look at all processes runs a tool; one serves all questions of a tick. */
const TABLE_FOR_MS = 5_000;

/** Answers the coordinator's question whether processes live, on this system. */
export function startPresence(now: () => number): { look(process: ProcessReference): Liveness } {
  let table: ProcessTable = linuxProcessTable;
  let readAt = Number.NEGATIVE_INFINITY;
  const currentTable = (): ProcessTable => {
    if (process.platform !== 'linux' && now() - readAt > TABLE_FOR_MS) {
      table = processTable(process.platform);
      readAt = now();
    }
    return table;
  };
  const world: ProcessWorld = {
    pidNamespace: processOrigin().pid_namespace,
    table: { read: (pid) => currentTable().read(pid) },
    probe: (pid) => void process.kill(pid, 0),
  };
  return { look: (process) => lookAtProcess(process, world) };
}
