import * as vscode from 'vscode';
import { launcherFolder } from '../launcher.ts';
import { rootFor } from './rootFor.ts';
import type { Command } from './running.ts';
import { shellLine, shellName } from './shellLine.ts';

/** For a terminal outside of the editor: the line that lets it say `signalbox`, in the form of the user's shell. */
export const copyCliEnvironment: Command = (running) => async () => {
  const root = await rootFor(running, vscode.l10n.t('For which register?'));
  if (root === undefined) return;
  const { shell } = vscode.env;
  await vscode.env.clipboard.writeText(shellLine(shell, { root: root.path, folder: launcherFolder() }));
  const message = vscode.l10n.t(
    'Signalbox: a line for {0} is in the clipboard. Paste it into a terminal outside of VS Code.',
    shellName(shell),
  );
  void vscode.window.showInformationMessage(message);
};
