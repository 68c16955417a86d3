import type { Terminal } from './watch/terminal.ts';

/** What a verb knows of the process that it runs in; injected, so that tests give another one. */
export interface World {
  /** Without the program and its script. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Of the package. */
  readonly version: string;
  /** Folder of the bundles. */
  readonly programFolder: string;
  readonly now: () => number;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Columns of the terminal that stdout is; null: it is none. */
  readonly columns: number | null;
  readonly isColoured: boolean;
  /** The terminal that stdout is; null: it is none, or one that knows no control codes. */
  readonly terminal: Terminal | null;
  /** Whether stdin is a terminal, at which a person can type. */
  readonly isInputTerminal: boolean;
  /** Whether stderr is a terminal: then a line of it may be written over. */
  readonly isErrorTerminal: boolean;
  /** Asks a person for a yes, on stderr; null: nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** All of stdin, as UTF-8. */
  readonly readInput: () => Promise<string>;
  /** What a person at the terminal types in answer; null: there is nobody to ask. */
  readonly ask: (question: string) => Promise<string | null>;
}
