import type { Access, ServerConnection } from './serverConnection.ts';
import type { Flags, FlagValues } from './flags.ts';
import type { CommandFailure } from './commandFailure.ts';
import type { Paper } from './output/paper.ts';
import type { World } from './world.ts';
import type { ProcessIdentity } from '../ipc/processIdentity.ts';

/** What a verb found or did: one JSON document with `--json`, else its text. */
export interface Report {
  /** In the wire's own words (snake_case); undefined: it has written all of it already. */
  readonly value: unknown;
  readonly text: string;
  /** It ended with a result, and yet not as asked: two lines on stderr and an exit code of its own. */
  readonly failure?: CommandFailure | undefined;
  /** In place of 0; null: somebody else settles it. */
  readonly exitCode?: number | null;
}

/** Every verb by its name, loaded when it is needed. */
export type Catalogue = Readonly<Record<string, () => Promise<{ readonly verb: Verb }>>>;

/** One invocation. */
export interface Call<F extends Flags = Flags> {
  readonly flags: FlagValues<F>;
  /** What is no flag. */
  readonly operands: readonly string[];
  /** What stands behind `--`. */
  readonly rest: readonly string[];
  readonly isJson: boolean;
  readonly catalogue: Catalogue;
  readonly world: World;
  readonly paper: Paper;
  /** This process and its ancestors, looked up once. */
  readonly identity: () => ProcessIdentity;
  /** The root that the working directory lies in. @throws ProtocolError `unavailable` */
  readonly root: () => string;
  /** Connects at the first request; one an access. */
  readonly server: (access: Access) => ServerConnection;
}

export interface Verb<F extends Flags = Flags> {
  /** One line for the list of verbs. */
  readonly summary: string;
  /** Operands as the usage shows them: `TITLE`, `[PATH]`. */
  readonly operands: string;
  /** Least and greatest number of operands. */
  readonly takes: readonly [number, number];
  /** What comes behind `--`, if anything may. */
  readonly rest?: string;
  readonly flags: F;
  readonly example: string;
  /** More for `--help`. */
  readonly about?: string;
  readonly run: (call: Call<F>) => Promise<Report>;
}

/** Keeps the types of the flags for `run`, and forgets them for the table. */
export const defineVerb = <const F extends Flags>(definition: Verb<F>): Verb => definition as unknown as Verb;
