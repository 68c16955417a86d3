import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { notYet } from '../coordinatorClient.ts';
import { commandIds, innerCommandIds } from '../ids.ts';
import type { GroupName } from '../leaseRows.ts';
import type { LeasesTree } from '../leasesTree.ts';
import type { Reveal } from '../revealPlace.ts';
import type { OpenRoot, Roots } from '../roots.ts';
import type { OpenTerminals } from '../terminals/openTerminals.ts';
import { commandTable } from './commandTable.ts';
import { initializeWorkspace } from './initializeWorkspace.ts';
import type { Command, Running } from './running.ts';
import { telling } from './telling.ts';

/** Registers every command; what one throws is shown with its next step, and never to VS Code. */
export function registerCommands(
  roots: Roots,
  tree: LeasesTree,
  reveal: Reveal,
  terminals: OpenTerminals,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const tell = telling(log);
  const run = (command: Command) => tell(async (row) => command(runningOf(roots, reveal, terminals))(row));
  const needing = Object.entries(commandTable).map(([name, command]) =>
    vscode.commands.registerCommand(commandIds[name as keyof typeof commandTable], run(command)),
  );
  return vscode.Disposable.from(
    ...needing,
    vscode.commands.registerCommand(commandIds.initializeWorkspace, tell(initializeWorkspace)),
    vscode.commands.registerCommand(commandIds.showLog, () => log.show()),
    vscode.commands.registerCommand(innerCommandIds.showMoreLeases, (group: GroupName) =>
      tree.showMore(group),
    ),
  );
}

function runningOf(roots: Roots, reveal: Reveal, terminals: OpenTerminals): Running {
  const [first, ...rest] = roots.all.filter(({ client }) => client.isConnected);
  if (first === undefined) throw whyNone(roots.all);
  return {
    leases: roots.leases(),
    roots: [first, ...rest],
    rootOf: (lease) => roots.rootOf(lease.id) ?? goneWith(lease),
    reveal,
    terminals,
  };
}

function whyNone([root]: readonly OpenRoot[]): ProtocolError {
  if (root !== undefined) return root.problem ?? root.client.awayBecause ?? notYet();
  if (!vscode.workspace.isTrusted) return notTrusted();
  return new ProtocolError(
    'unavailable',
    vscode.l10n.t('no coordinator runs in this window'),
    vscode.l10n.t('Open a trusted folder that has a .signalbox folder.'),
  );
}

const notTrusted = (): ProtocolError =>
  new ProtocolError(
    'forbidden',
    vscode.l10n.t(
      'this workspace is not trusted, so Signalbox runs nothing in it: no coordinator, no worker',
    ),
    vscode.l10n.t('Trust it first: Workspaces: Manage Workspace Trust.'),
  );

function goneWith(lease: LeaseView): OpenRoot {
  const message = vscode.l10n.t('the lease of "{0}" is gone', lease.title);
  throw new ProtocolError('not_found', message, vscode.l10n.t('Choose another one.'));
}
