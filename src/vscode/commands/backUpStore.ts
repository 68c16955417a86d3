import path from 'node:path';
import * as vscode from 'vscode';
import type { OpenRoot } from '../roots.ts';
import type { Command } from './running.ts';

/** Makes a checked copy of a register in the backups' own folder (S3). */
export const backUpStore: Command =
  ({ roots }) =>
  async () => {
    const root = roots.length === 1 ? roots[0] : await pickRoot(roots);
    if (root === undefined) return;
    const title = vscode.l10n.t('Signalbox: backing up the store');
    const backup = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      () => root.client.call('store.backup', {}),
    );
    await tell(vscode.Uri.file(backup.path));
  };

/** The Explorer can show what lies in the window's folders; a root may lie above them. */
async function tell(backup: vscode.Uri): Promise<void> {
  const [reveal, copy] = [vscode.l10n.t('Reveal'), vscode.l10n.t('Copy Path')];
  const isShown = vscode.workspace.getWorkspaceFolder(backup) !== undefined;
  const message = vscode.l10n.t('Signalbox: backed up to {0}', backup.fsPath);
  const chosen = await vscode.window.showInformationMessage(message, ...(isShown ? [reveal] : []), copy);
  if (chosen === reveal) await vscode.commands.executeCommand('revealInExplorer', backup);
  if (chosen === copy) await vscode.env.clipboard.writeText(backup.fsPath);
}

async function pickRoot(roots: readonly OpenRoot[]): Promise<OpenRoot | undefined> {
  const choices = roots.map((root) => ({ label: path.basename(root.path), detail: root.path, root }));
  return (await vscode.window.showQuickPick(choices, { placeHolder: vscode.l10n.t('Which store?') }))?.root;
}
