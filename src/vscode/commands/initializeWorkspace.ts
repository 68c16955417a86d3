import path from 'node:path';
import * as vscode from 'vscode';
import { initializeRoot } from '../../ipc/initializeRoot.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { placeOfRoot } from '../rootOfFolder.ts';

/** Makes the register's folder where a folder of the window has none, and shows its configuration. */
export async function initializeWorkspace(): Promise<void> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw noFolder();
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  if (folder === undefined) return;
  const root = placeOfRoot(folder.uri.fsPath);
  if (root === null) throw noFolder();
  initializeRoot(root);
  await vscode.window.showTextDocument(vscode.Uri.file(path.join(root, '.signalbox', 'config.json')));
}

const noFolder = (): ProtocolError =>
  new ProtocolError(
    'not_found',
    vscode.l10n.t('no folder on a disk is open'),
    vscode.l10n.t('Open one, then try again.'),
  );
