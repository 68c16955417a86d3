import type { Disposable } from '../base/disposable.ts';
import type { Coordinator } from '../coordinator/coordinator.ts';
import type { Transport } from '../coordinator/ports.ts';
import type { ProcessRef } from '../core/model/lease.ts';
import type { ProcessView } from '../protocol/hello.ts';

const keyOf = ({ pid, startedAt }: ProcessRef): string => `${String(pid)}:${String(startedAt)}`;

/**
 * Processes that hold a lease, held one, or were started for one: what runs below them is a worker's, whatever key it
 * shows (T7).
 */
export class KnownProcesses implements Disposable {
  private readonly keys = new Set<string>();
  private readonly listening: Disposable;
  private readonly transports: readonly Transport[];

  constructor(coordinator: Coordinator, transports: readonly Transport[]) {
    this.transports = transports;
    const { live, closed } = coordinator.state;
    for (const lease of [...live.values(), ...closed.values()]) {
      if ('holder' in lease && lease.holder?.kind === 'worker') this.add(lease.holder.process);
    }
    this.listening = coordinator.onEvents((events) => {
      for (const { type, data } of events) {
        if (type === 'LeaseAcknowledged' && data.holder.kind === 'worker') this.add(data.holder.process);
      }
    });
  }

  has({ pid, started_at }: ProcessView): boolean {
    const process = { pid, startedAt: started_at };
    return (
      this.keys.has(keyOf(process)) ||
      this.transports.some((transport) => transport.hasStarted?.(process) === true)
    );
  }

  dispose(): void {
    this.listening.dispose();
  }

  private add(process: ProcessRef | null): void {
    if (process !== null) this.keys.add(keyOf(process));
  }
}
