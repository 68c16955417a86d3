import * as vscode from 'vscode';
import { rootOfFolder } from './rootOfFolder.ts';
import type { Roots } from './roots.ts';

/** Keeps the roots to what the window's folders say: none in a workspace that is not trusted. */
export function followFolders(roots: Roots): vscode.Disposable {
  const look = (): void => {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const onDisk = folders.filter(({ uri }) => uri.scheme === 'file');
    const found = onDisk.map(({ uri }) => rootOfFolder(uri.fsPath));
    roots.keep([...new Set(found.filter((root) => root !== null))]);
  };
  const configurations = vscode.workspace.createFileSystemWatcher('**/.signalbox/config.json', false, true);
  look();
  return vscode.Disposable.from(
    configurations,
    configurations.onDidCreate(look),
    configurations.onDidDelete(look),
    vscode.workspace.onDidChangeWorkspaceFolders(look),
    vscode.workspace.onDidGrantWorkspaceTrust(look),
  );
}
