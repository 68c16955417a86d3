import path from 'node:path';
import * as vscode from 'vscode';

/** At the start of the shell, and again after its start-up files, which may put something before it. */
const always = { applyAtProcessCreation: true, applyAtShellIntegration: true };

/**
 * Lets a person and an agent say `signalbox` in the window's terminals. Only said once a window, since VS Code asks to
 * relaunch terminals whose environment has changed; what it holds is a hint that the command line checks.
 * @param rootOf the root of a folder; undefined: it has none yet.
 */
export function contributeToTerminals(
  collection: vscode.GlobalEnvironmentVariableCollection,
  launcherFolder: string,
  rootOf: (folder: vscode.WorkspaceFolder) => string | undefined,
): void {
  collection.description = vscode.l10n.t('Adds the command `signalbox`.');
  collection.prepend('PATH', launcherFolder + path.delimiter, always);
  for (const workspaceFolder of vscode.workspace.workspaceFolders ?? []) {
    const scoped = collection.getScoped({ workspaceFolder });
    const root = rootOf(workspaceFolder);
    if (root === undefined) scoped.clear();
    else scoped.replace('SIGNALBOX_ROOT', root, always);
  }
}
