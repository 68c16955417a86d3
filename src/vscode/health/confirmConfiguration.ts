import * as vscode from 'vscode';
import type { RootCommand } from './rootCommand.ts';

/** Puts into force what lets an agent do more, once a person has looked at it (C22). */
export const confirmConfiguration: RootCommand = async ({ client }) => {
  const { unconfirmed, path: file } = await client.call('config.show', {});
  if (unconfirmed === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: nothing waits for confirmation.'));
    return;
  }
  const { keys, digest } = unconfirmed;
  await vscode.window.showTextDocument(vscode.Uri.file(file));
  const confirm = vscode.l10n.t('Confirm...');
  const message = vscode.l10n.t(
    'Signalbox: look at what waits for you in the configuration: {0}',
    keys.join(', '),
  );
  if ((await vscode.window.showWarningMessage(message, confirm)) !== confirm) return;
  const detail = vscode.l10n.t(
    'These come into force: {0}.\n\nThey let agents do more than before, such as running a program or working in another folder.',
    keys.join(', '),
  );
  const sure = vscode.l10n.t('Confirm');
  const question = vscode.l10n.t('Confirm these changes of the configuration?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, sure)) !== sure) return;
  // The digest makes sure that what is confirmed is what was looked at.
  await client.call('config.confirm', { digest });
  const done = vscode.l10n.t('Signalbox: confirmed {0}.', keys.join(', '));
  void vscode.window.showInformationMessage(done);
};
