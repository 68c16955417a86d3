import { findRoot } from '../ipc/findRoot.ts';
import { discoveryError } from '../ipc/discovery.ts';
import { type ProcessIdentity, processIdentity } from '../ipc/processIdentity.ts';
import { type CommandFailure, toCommandFailure } from './commandFailure.ts';
import { findVerb, type Wanted } from './findVerb.ts';
import { oneLine } from './output/cleanText.ts';
import { namingNearest } from './namingNearest.ts';
import { parseArguments } from './parseArguments.ts';
import { type Access, openConnection, type ServerConnection } from './serverConnection.ts';
import type { Catalogue, Report, Verb } from './verb.ts';
import type { World } from './world.ts';

/**
 * Runs one command line. stdout gets the result and nothing else; an error is two lines on stderr.
 * @param catalogue the verbs that there are.
 * @returns the exit code; null: somebody else settles it.
 */
export async function runCli(world: World, catalogue: Catalogue): Promise<number | null> {
  try {
    const wanted = findVerb(world.args, catalogue);
    if (wanted.kind === 'help') {
      const { overview } = await import('./help.ts');
      world.out(await overview(catalogue, wanted.group));
      return 0;
    }
    return await runVerb(world, catalogue, wanted);
  } catch (error) {
    return tell(world, toCommandFailure(error));
  }
}

async function load(catalogue: Catalogue, name: string): Promise<{ readonly verb: Verb }> {
  const loader = catalogue[name];
  if (loader === undefined) throw new Error(`the verb ${name} is not in the table`);
  return loader();
}

async function runVerb(
  world: World,
  catalogue: Catalogue,
  { name, args }: Extract<Wanted, { kind: 'verb' }>,
): Promise<number | null> {
  const { verb } = await load(catalogue, name);
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
      catalogue,
      // Read by the verb's own table of flags, so they are of its types.
      flags: given.flags as never,
      world,
      paper: { now: world.now(), columns: world.columns, isColoured: world.isColoured },
      identity,
      root: () => rootOf(world),
      server: (access) => {
        const known =
          open.get(access) ?? namingNearest(openConnection({ world, verb: name, identity }, access));
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
