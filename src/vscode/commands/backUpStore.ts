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
    const title = 'Signalbox: backing up the store';
    const backup = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      () => root.client.call('store.backup', {}),
    );
    const copy = 'Copy Path';
    const message = `Signalbox: backed up to ${backup.path}`;
    if ((await vscode.window.showInformationMessage(message, copy)) !== copy) return;
    await vscode.env.clipboard.writeText(backup.path);
  };

async function pickRoot(roots: readonly OpenRoot[]): Promise<OpenRoot | undefined> {
  const choices = roots.map((root) => ({ label: path.basename(root.path), detail: root.path, root }));
  return (await vscode.window.showQuickPick(choices, { placeHolder: 'Which store?' }))?.root;
}
