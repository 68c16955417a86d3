import * as vscode from 'vscode';
import type { Phase } from './ids.ts';
import { isOnDisk } from './isOnDisk.ts';
import { phaseOf } from './phase.ts';
import type { OpenRoot } from './roots.ts';

/** The phase of this window as it is now. */
export function windowPhase(roots: readonly OpenRoot[]): Phase {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const onDisk = folders.filter(isOnDisk).length;
  return phaseOf({ folders: folders.length, onDisk, isTrusted: vscode.workspace.isTrusted }, roots);
}
