import type { HostProgram } from '../../ipc/hostProgram.ts';
import type { OpenRoot } from '../roots.ts';

/** What the commands of the store and of health have. */
export interface Programs {
  /** Opens a store that nobody serves. */
  readonly host: HostProgram;
  /** The command line, as a script for this process's Node. */
  readonly cli: HostProgram;
}

/** Does something with one root, whether its coordinator answers or not. What it throws is shown with its next step. */
export type RootCommand = (root: OpenRoot, programs: Programs) => Promise<void>;
