import * as vscode from 'vscode';
import { sizeText } from '../../protocol/sizeText.ts';
import { tellFile } from './tellFile.ts';
import type { RootCommand } from './rootCommand.ts';
import { storeWork } from './storeWork.ts';

/** Makes a checked copy of a register in the backups' own folder (S3). */
export const backUpStore: RootCommand = async (root, programs) => {
  const title = vscode.l10n.t('Signalbox: backing up the store');
  const backup = await storeWork(root, programs, 'store.backup', {}, title);
  if (backup === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: cancelled; no backup was made.'));
    return;
  }
  const message = vscode.l10n.t('Signalbox: backed up to {0} ({1})', backup.path, sizeText(backup.bytes));
  await tellFile(message, vscode.Uri.file(backup.path));
};
