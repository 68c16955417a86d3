import { runCli } from '../../src/cli/runCli.ts';
import { verbTable } from '../../src/cli/verbTable.ts';
import type { World } from '../../src/cli/world.ts';

export interface Said {
  readonly code: number | null;
  readonly out: string;
  /** Lines of stderr. */
  readonly err: readonly string[];
}

/** Runs a command line inside the test: for all that needs no process of its own. */
export async function cli(args: readonly string[], given: Partial<World> = {}): Promise<Said> {
  let out = '';
  let err = '';
  const world: World = {
    args,
    version: '1.2.3',
    env: {},
    workingDirectory: '/',
    home: '/nowhere',
    platform: 'linux',
    programFolder: '/nowhere',
    now: () => 1_000_000,
    out: (text) => (out += text),
    err: (text) => (err += text),
    columns: null,
    isColoured: false,
    terminal: null,
    isInputTerminal: false,
    isErrorTerminal: false,
    confirm: null,
    readInput: async () => '',
    ask: async () => null,
    ...given,
  };
  const code = await runCli(world, verbTable);
  return { code, out, err: err.split('\n').filter((line) => line !== '') };
}
