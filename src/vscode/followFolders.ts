import * as vscode from 'vscode';
import { findRoot } from '../ipc/findRoot.ts';
import type { Roots } from './roots.ts';

/** Keeps the roots to what the window's folders say: none in a workspace that is not trusted. */
export function followFolders(roots: Roots): vscode.Disposable {
  const look = (): void => {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    roots.keep([...new Set(folders.map(rootOfFolder).filter((root) => root !== undefined))]);
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

/** The root that a folder lies in; undefined: there is none yet, or the folder is not on a disk. */
export function rootOfFolder({ uri }: vscode.WorkspaceFolder): string | undefined {
  return uri.scheme === 'file' ? (findRoot(uri.fsPath) ?? undefined) : undefined;
}
