import * as vscode from 'vscode';
import { telling } from '../commands/telling.ts';
import { commandIds, type HealthCommandName } from '../ids.ts';
import type { Roots } from '../roots.ts';
import { backUpStore } from './backUpStore.ts';
import { chooseRoot } from './chooseRoot.ts';
import { compactStore } from './compactStore.ts';
import { confirmConfiguration } from './confirmConfiguration.ts';
import { registerReports } from './reports.ts';
import { restoreStore } from './restoreStore.ts';
import type { Programs, RootCommand } from './rootCommand.ts';
import { runDoctor } from './runDoctor.ts';
import { openConfiguration, refreshSources, startCoordinator } from './smallCommands.ts';
import { takeOverHere } from './takeOverHere.ts';
import { verifyStore } from './verifyStore.ts';

const table: Readonly<Record<HealthCommandName, RootCommand>> = {
  backUpStore,
  restoreStore,
  verifyStore,
  compactStore,
  runDoctor,
  takeOverHere,
  startCoordinator,
  refreshSources,
  confirmConfiguration,
  openConfiguration,
};

/** Commands of one root, from its rows or the palette; most of them work without a coordinator too. */
export function registerHealthCommands(
  roots: Roots,
  bundles: string,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const programs = programsIn(bundles);
  const registered = Object.entries(table).map(([name, command]) => {
    const handler = telling(log)(async (row) => {
      const root = await chooseRoot(roots.all, row);
      if (root !== undefined) await command(root, programs);
    });
    return vscode.commands.registerCommand(commandIds[name as HealthCommandName], handler);
  });
  return vscode.Disposable.from(registerReports(), ...registered);
}

/** An editor's own program is a Node when it is told to be one; what an agent was given is not passed on. */
function programsIn(bundles: string): Programs {
  const own = Object.entries(process.env).filter(([name]) => !/^(SIGNALBOX_|NODE_OPTIONS$)/.test(name));
  const env = { ...Object.fromEntries(own), ELECTRON_RUN_AS_NODE: '1' };
  return { host: { file: `${bundles}/host.cjs`, env }, cli: { file: `${bundles}/cli.cjs`, env } };
}
