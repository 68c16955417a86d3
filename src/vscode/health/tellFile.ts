import * as vscode from 'vscode';

/** The Explorer can show what lies in the window's folders; a root may lie above them. */
export async function tellFile(message: string, file: vscode.Uri): Promise<void> {
  const [reveal, copy] = [vscode.l10n.t('Reveal'), vscode.l10n.t('Copy Path')];
  const isShown = vscode.workspace.getWorkspaceFolder(file) !== undefined;
  const chosen = await vscode.window.showInformationMessage(message, ...(isShown ? [reveal] : []), copy);
  if (chosen === reveal) await vscode.commands.executeCommand('revealInExplorer', file);
  if (chosen === copy) await vscode.env.clipboard.writeText(file.fsPath);
}
