import * as vscode from 'vscode';
import { setContextKey } from '../contextKeys.ts';
import { innerCommandIds, viewIds } from '../ids.ts';
import type { Roots } from '../roots.ts';
import { windowPhase } from '../windowPhase.ts';
import type { DecisionGroup } from './decisionRows.ts';
import { DecisionsTree } from './decisionsTree.ts';
import { QuestionToasts } from './questionToasts.ts';
import { rootDecisions, waitingIn } from './rootDecisions.ts';
import { StatusBar } from './statusBar.ts';

/** Leases change often; what is told here is counted from all of them. */
const GATHER_MS = 50;

/** The view Decisions, its badge, the toasts and the status bar item: all that tells a person of what needs one. */
export function showDecisions(
  roots: Roots,
  memory: vscode.Memento,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const tree = new DecisionsTree();
  const view = vscode.window.createTreeView(viewIds.decisions, {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const toasts = new QuestionToasts(roots, memory, log);
  const statusBar = new StatusBar();
  let waitingBefore = 0;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    timer = undefined;
    const waiting = waitingIn(roots.all).length;
    if (waiting !== waitingBefore) {
      setContextKey('signalbox.hasQuestion', waiting > 0);
      view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: badgeWords(waiting) };
    }
    waitingBefore = waiting;
    statusBar.show(windowPhase(roots.all), roots.all);
    tree.show(rootDecisions(roots.all));
    toasts.look();
  };
  return vscode.Disposable.from(
    tree,
    view,
    toasts,
    statusBar,
    vscode.commands.registerCommand(innerCommandIds.showMoreDecisions, (group: DecisionGroup) =>
      tree.showMore(group),
    ),
    roots.onChange(() => (timer ??= setTimeout(show, GATHER_MS))),
    { dispose: () => clearTimeout(timer) },
  );
}

const badgeWords = (waiting: number): string =>
  waiting === 1
    ? vscode.l10n.t('1 question waits for you')
    : vscode.l10n.t('{0} questions wait for you', waiting);
