import * as vscode from 'vscode';
import type { OpenRoot } from '../roots.ts';
import type { RootCommand } from './rootCommand.ts';

/** A take-over opens the store anew, which takes as long as a start. */
const WITHIN_MS = 10_000;

/** Makes this window's host the writer, whoever is it now (S2): for one that hangs, or that can not be reached from here. */
export const takeOverHere: RootCommand = async (root) => {
  if (root.host.isServing) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: this window writes already.'));
    return;
  }
  const detail = vscode.l10n.t(
    'The coordinator that has the store now loses it at once and follows; a `signalbox serve` ends. Nothing that was acknowledged is lost, and calls of workers go on here.\n\nDo it when that one hangs, or can not be reached from this window. {0}',
    root.host.failure?.message ?? '',
  );
  const take = vscode.l10n.t('Take Over');
  const question = vscode.l10n.t('Let this window write the register?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, take)) !== take) return;
  const title = vscode.l10n.t('Signalbox: taking over');
  const options = { location: vscode.ProgressLocation.Notification, title };
  const isDone = await vscode.window.withProgress(options, () => takesOver(root));
  if (isDone) void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: this window writes now.'));
  else {
    const why = root.host.failure?.message ?? '';
    const message = vscode.l10n.t(
      'Signalbox: this window does not write yet. The Health view says why. {0}',
      why,
    );
    void vscode.window.showErrorMessage(message);
  }
};

/** Whether it serves, and the window has it, within the time. */
function takesOver({ host, client, onChange }: OpenRoot): Promise<boolean> {
  return new Promise((settle) => {
    const look = (): void => {
      if (host.isServing && client.isConnected) end(true);
    };
    const listening = onChange(look);
    const limit = setTimeout(() => end(false), WITHIN_MS);
    const end = (isDone: boolean): void => {
      listening.dispose();
      clearTimeout(limit);
      settle(isDone);
    };
    host.takeOver();
    look();
  });
}
