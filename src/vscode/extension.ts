import * as vscode from 'vscode';
import { LeasesTree } from './leasesTree.ts';

/** Called by VS Code when a window first needs Signalbox. */
export function activate(context: vscode.ExtensionContext): void {
  const tree = new LeasesTree();
  context.subscriptions.push(vscode.window.createTreeView('signalbox.leases', { treeDataProvider: tree }));
}
