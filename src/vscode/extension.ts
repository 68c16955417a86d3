import * as vscode from 'vscode';
import { processIdentity } from '../ipc/processIdentity.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { setContextKey } from './contextKeys.ts';
import { followFolders } from './followFolders.ts';
import { viewIds } from './ids.ts';
import { LeasesTree } from './leasesTree.ts';
import { openRoot } from './openRoot.ts';
import { phaseOf } from './phase.ts';
import { Roots } from './roots.ts';

/** Called by VS Code when a window first needs Signalbox. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Signalbox', { log: true });
  const onFault = (error: unknown): void => log.error(error instanceof Error ? error : String(error));
  const { version } = context.extension.packageJSON as { readonly version: string };
  const caller = () =>
    ({ kind: 'window', name: vscode.env.appName, version, identity: processIdentity() }) as const;

  const tree = new LeasesTree();
  const roots = new Roots((path) => openRoot(path, caller, onFault), onFault);
  const show = (): void => {
    const folders = vscode.workspace.workspaceFolders?.length ?? 0;
    setContextKey('signalbox.phase', phaseOf(folders, vscode.workspace.isTrusted, roots.all));
    tree.show(roots.leases());
  };
  const showing = roots.onChange(show);
  context.subscriptions.push(
    log,
    tree,
    vscode.window.createTreeView(viewIds.leases, { treeDataProvider: tree, showCollapseAll: true }),
    registerCommands(roots, tree, log),
    roots,
    showing,
    followFolders(roots),
  );
}
