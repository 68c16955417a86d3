import path from 'node:path';
import * as vscode from 'vscode';
import { isOnDisk } from '../isOnDisk.ts';
import { placeOfRoot } from '../rootOfFolder.ts';

/** At the start of the shell, and again after its start-up files, which may put something before it. */
const always = { applyAtProcessCreation: true, applyAtShellIntegration: true };

/**
 * Lets a person and an agent say `signalbox` in the window's terminals, from the moment that its folders are trusted.
 * Nothing of it changes while a folder is open, since VS Code asks to relaunch terminals whose environment has: a folder
 * without a register gets the place where its own would be. Both are hints that the command line checks.
 */
export function contributeToTerminals(
  collection: vscode.GlobalEnvironmentVariableCollection,
  launcherFolder: string,
): vscode.Disposable {
  const add = (folders: readonly vscode.WorkspaceFolder[]): void => {
    if (!vscode.workspace.isTrusted) return;
    collection.description = vscode.l10n.t('Adds the command `signalbox`.');
    collection.prepend('PATH', launcherFolder + path.delimiter, always);
    for (const workspaceFolder of folders) {
      const { uri } = workspaceFolder;
      const root = isOnDisk(workspaceFolder) ? placeOfRoot(uri.fsPath) : null;
      if (root !== null) collection.getScoped({ workspaceFolder }).replace('SIGNALBOX_ROOT', root, always);
    }
  };
  const addAll = (): void => add(vscode.workspace.workspaceFolders ?? []);
  addAll();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(addAll),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => add(added)),
    { dispose: () => clear(collection) },
  );
}

function clear(collection: vscode.GlobalEnvironmentVariableCollection): void {
  collection.clear();
  for (const workspaceFolder of vscode.workspace.workspaceFolders ?? []) {
    collection.getScoped({ workspaceFolder }).clear();
  }
}
