import * as vscode from 'vscode';
import { isOnDisk } from './isOnDisk.ts';
import { rootOfFolder } from './rootOfFolder.ts';
import type { Roots } from './roots.ts';

/** Keeps the roots to what the window's folders say: none in a workspace that is not trusted. */
export function followFolders(roots: Roots): vscode.Disposable {
  const look = (): void => {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const onDisk = folders.filter(isOnDisk);
    const found = onDisk.map(({ uri }) => rootOfFolder(uri.fsPath));
    roots.keep([...new Set(found.filter((root) => root !== null))]);
  };
  // What is made in a folder before that is watched itself goes unseen, so its own creation counts too.
  const glob = '**/{.signalbox,.signalbox/config.json}';
  const made = vscode.workspace.createFileSystemWatcher(glob, false, true);
  // Threads are started after the activation, which all extensions wait for.
  const first = setImmediate(look);
  return vscode.Disposable.from(
    { dispose: () => clearImmediate(first) },
    made,
    made.onDidCreate(look),
    made.onDidDelete(look),
    vscode.workspace.onDidChangeWorkspaceFolders(look),
    vscode.workspace.onDidGrantWorkspaceTrust(look),
  );
}
