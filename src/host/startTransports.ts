import type { DisposableStore } from '../base/disposable.ts';
import type { Coordinator } from '../coordinator/coordinator.ts';
import type { Log, Presence, Transport } from '../coordinator/ports.ts';
import { WorkerTurns } from '../coordinator/workerTurns.ts';
import type { Settings } from '../core/model/settings.ts';
import { processOrigin } from '../ipc/processOrigin.ts';
import { pollTransport } from '../transports/pollTransport.ts';
import type { Windows } from '../transports/terminal/windows.ts';
import { nodeClock } from './nodeParts.ts';
import { WindowLinks } from './windowLinks.ts';

/** What a transport may need of the host that it is for. */
export interface TransportPlace {
  readonly root: string;
  readonly term: number;
  readonly settings: () => Settings;
  readonly presence: Presence;
  /** Where the workers' agents are in their turns. */
  readonly turns: WorkerTurns;
  /** The editor's windows that are connected by now. */
  readonly windows: Windows;
  readonly log: Log;
}

export const startTurns = (log: Log): WorkerTurns =>
  new WorkerTurns(
    (error) => {
      log.error('a notice could not be told on', { error: String(error) });
    },
    () => nodeClock.now(),
  );

/** A window that goes only detaches its workers (W6). */
export const startWindows = (log: Log, coordinator: () => Coordinator): WindowLinks =>
  new WindowLinks({
    origin: processOrigin(),
    onDetached: (worker) => {
      coordinator().detach(worker);
    },
    onAttached: (worker) => {
      coordinator().attach(worker);
    },
    onFault: (error) => {
      log.error('a window could not be told of', { error: String(error) });
    },
  });

/** `poll`, which is always there, and those of the options; they end with `owned`. */
export function startTransports(
  make: ((place: TransportPlace) => readonly Transport[]) | undefined,
  place: TransportPlace,
  owned: DisposableStore,
): readonly Transport[] {
  const transports = make?.(place) ?? [];
  for (const transport of transports) owned.add({ dispose: () => transport.dispose?.() });
  return [pollTransport, ...transports];
}
