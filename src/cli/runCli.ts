import { findRoot } from '../ipc/findRoot.ts';
import { discoveryError } from '../ipc/discovery.ts';
import { type ProcessIdentity, processIdentity } from '../ipc/processIdentity.ts';
import { type CommandFailure, toCommandFailure } from './commandFailure.ts';
import { findVerb } from './findVerb.ts';
import { oneLine } from './output/cleanText.ts';
import { parseArguments } from './parseArguments.ts';
import { type Access, openConnection, type ServerConnection } from './serverConnection.ts';
import type { Report, Verb } from './verb.ts';
import { verbTable } from './verbTable.ts';
import type { World } from './world.ts';

/**
 * Runs one command line. stdout gets the result and nothing else; an error is two lines on stderr.
 * @returns the exit code; null: somebody else settles it.
 */
export async function runCli(world: World): Promise<number | null> {
  try {
    const wanted = findVerb(world.args);
    if (wanted.kind === 'help') {
      const { overview } = await import('./help.ts');
      world.out(await overview(wanted.group));
      return 0;
    }
    const { verb } = await load(wanted.name);
    return await runVerb(world, wanted.name, verb, wanted.args);
  } catch (error) {
    return tell(world, toCommandFailure(error));
  }
}

async function load(name: string): Promise<{ readonly verb: Verb }> {
  const loader = verbTable[name];
  if (loader === undefined) throw new Error(`the verb ${name} is not in the table`);
  return loader();
}

async function runVerb(
  world: World,
  name: string,
  verb: Verb,
  args: readonly string[],
): Promise<number | null> {
  const { isHelp, ...given } = parseArguments(name, verb, args);
  if (isHelp) {
    const { verbHelp } = await import('./help.ts');
    world.out(verbHelp(name, verb));
    return 0;
  }
  const open = new Map<Access, ServerConnection>();
  let found: ProcessIdentity | null = null;
  const identity = () => (found ??= processIdentity());
  try {
    const report = await verb.run({
      ...given,
      catalogue: verbTable,
      // Read by the verb's own table of flags, so they are of its types.
      flags: given.flags as never,
      world,
      paper: { now: world.now(), columns: world.columns, isColoured: world.isColoured },
      identity,
      root: () => rootOf(world),
      server: (access) => {
        const known = open.get(access) ?? openConnection({ world, verb: name, identity }, access);
        open.set(access, known);
        return known;
      },
    });
    return print(world, given.isJson, report);
  } finally {
    for (const connection of open.values()) connection.dispose();
  }
}

function rootOf(world: World): string {
  const root = findRoot(world.workingDirectory, world.env['SIGNALBOX_ROOT']);
  if (root === null) throw discoveryError({ kind: 'not_initialised', root, writer: null });
  return root;
}

function print(world: World, isJson: boolean, report: Report): number | null {
  const { value, text, failure, exitCode } = report;
  if (isJson && value !== undefined) world.out(`${JSON.stringify(value, null, 2)}\n`);
  if (!isJson && text !== '') world.out(text.endsWith('\n') ? text : `${text}\n`);
  const usual = failure === undefined ? 0 : tell(world, failure);
  return exitCode === undefined ? usual : exitCode;
}

function tell(world: World, failure: CommandFailure): number {
  world.err(`signalbox: ${oneLine(failure.message)}\n${oneLine(failure.next)}\n`);
  return failure.exitCode;
}
