import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { setContextKey } from './contextKeys.ts';
import type { Phase } from './ids.ts';
import { lacksWorker } from './lacksWorker.ts';
import type { LeasesTree } from './leasesTree.ts';
import { problemText } from './problem.ts';
import type { OpenRoot, Roots } from './roots.ts';
import { windowPhase } from './windowPhase.ts';

/** Keeps the Leases view to what the roots say. VS Code is told only what is new: leases change often, the rest seldom. */
export function showState(roots: Roots, view: vscode.TreeView<string>, tree: LeasesTree): Disposable {
  let shown: { phase: Phase; message: string } | null = null;
  return roots.onChange(() => {
    const phase = windowPhase(roots.all);
    const message = messageOf(roots.all) || adviceFor(roots);
    if (phase !== shown?.phase) setContextKey('signalbox.phase', phase);
    if (message !== shown?.message) view.message = message;
    shown = { phase, message };
    tree.show(roots.leases(), (lease) => roots.scopeOf(lease));
  });
}

/** The next step of somebody who has tasks and nobody to do them; empty where there is one. */
function adviceFor(roots: Roots): string {
  return lacksWorker(roots.leases().values())
    ? vscode.l10n.t('No worker yet. Start one with "Start Worker", or say "signalbox next" in a terminal.')
    : '';
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
