import type {
  Absence,
  Clock,
  ConfigurationState,
  IdSource,
  Log,
  Presence,
  Register,
  Scheduler,
  Source,
  Transport,
  WorkTrees,
} from './ports.ts';

/** What a coordinator stands on. */
export interface CoordinatorParts {
  readonly register: Register;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: IdSource;
  readonly log: Log;
  readonly presence: Presence;
  readonly trees: WorkTrees;
  readonly absence: Absence;
  readonly configuration: () => ConfigurationState;
  /** The sources in force, in the order of the configuration; called anew at each tick. */
  readonly sources: () => readonly Source[];
  readonly transports: readonly Transport[];
}
