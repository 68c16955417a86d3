import path from 'node:path';
import * as vscode from 'vscode';
import type { OpenRoot } from '../roots.ts';
import type { Running } from './running.ts';

/** The window's only register, else the one that the person picks. */
export async function rootFor({ roots }: Running, placeHolder: string): Promise<OpenRoot | undefined> {
  if (roots.length === 1) return roots[0];
  const choices = roots.map((root) => ({ label: path.basename(root.path), detail: root.path, root }));
  return (await vscode.window.showQuickPick(choices, { placeHolder }))?.root;
}

/** The file that the person looks at; null: none of a disk. */
export function shownFile(): string | null {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'file' ? uri.fsPath : null;
}
