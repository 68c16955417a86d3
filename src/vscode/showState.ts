import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { setContextKey } from './contextKeys.ts';
import type { Phase } from './ids.ts';
import type { LeasesTree } from './leasesTree.ts';
import { phaseOf } from './phase.ts';
import { problemText } from './problem.ts';
import type { OpenRoot, Roots } from './roots.ts';

/** Keeps the Leases view to what the roots say. VS Code is told only what is new: leases change often, the rest seldom. */
export function showState(roots: Roots, view: vscode.TreeView<string>, tree: LeasesTree): Disposable {
  let shown: { phase: Phase; message: string } | null = null;
  return roots.onChange(() => {
    const folders = vscode.workspace.workspaceFolders?.length ?? 0;
    const phase = phaseOf(folders, vscode.workspace.isTrusted, roots.all);
    const message = messageOf(roots.all);
    if (phase !== shown?.phase) setContextKey('signalbox.phase', phase);
    if (message !== shown?.message) view.message = message;
    shown = { phase, message };
    tree.show(roots.leases(), (lease) => roots.scopeOf(lease));
  });
}

/** Why roots have no coordinator, and what to do; empty where all have one. */
function messageOf(roots: readonly OpenRoot[]): string {
  const problems = roots.flatMap(({ path: root, problem }) => {
    if (problem === null) return [];
    const name = roots.length > 1 ? `${path.basename(root)}: ` : '';
    return [name + problemText(problem)];
  });
  return problems.join('\n');
}
