import * as vscode from 'vscode';
import { nodeTimers } from '../../ipc/timers.ts';
import { setContextKey } from '../contextKeys.ts';
import { viewIds } from '../ids.ts';
import type { OpenRoot, Roots } from '../roots.ts';
import { HealthBook } from './healthBook.ts';
import { HealthTree } from './healthTree.ts';
import type { RootHealth } from './hostRow.ts';

/** The view Health: asks while it is seen, and keeps the palette to what applies. */
export function showHealth(roots: Roots, onFault: (error: unknown) => void): vscode.Disposable {
  const tree = new HealthTree();
  const view = vscode.window.createTreeView(viewIds.health, { treeDataProvider: tree });
  const book = new HealthBook({ roots: () => roots.all, timers: nodeTimers, onFault });
  const draw = (): void => {
    if (view.visible) tree.show(roots.all.map((root) => healthOf(root, book)));
  };
  let isFollower: boolean | null = null;
  const changed = roots.onChange(() => {
    const follows = roots.all.some(({ host }) => host.isFollowing);
    if (follows !== isFollower) setContextKey('signalbox.isFollower', follows);
    isFollower = follows;
    book.look();
    draw();
  });
  const drawn = book.onChange(draw);
  const seen = view.onDidChangeVisibility(({ visible }) => {
    draw();
    book.show(visible);
  });
  book.show(view.visible);
  return vscode.Disposable.from(changed, drawn, seen, book, view, tree);
}

const healthOf = (root: OpenRoot, book: HealthBook): RootHealth => ({
  path: root.path,
  host: root.host,
  isConnected: root.client.isConnected,
  away: root.client.awayBecause,
  health: book.viewOf(root),
});
