import path from 'node:path';
import * as vscode from 'vscode';
import { type Phase, viewIds } from '../ids.ts';
import type { OpenRoot } from '../roots.ts';
import { type RootStatus, statusText } from './statusText.ts';

/** Left, behind what VS Code itself says there. */
const PRIORITY = 20;

/** The one status bar item. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'signalbox.status',
    vscode.StatusBarAlignment.Left,
    PRIORITY,
  );
  private shown: string | null = null;

  constructor() {
    this.item.name = 'Signalbox';
  }

  /** To be called when something may be other than before. VS Code is told only what is new. */
  show(phase: Phase, roots: readonly OpenRoot[]): void {
    const status = statusText(phase, roots.map(statusOf), vscode.l10n);
    const shown = JSON.stringify(status);
    if (shown === this.shown) return;
    this.shown = shown;
    if (status === null) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = new vscode.MarkdownString(status.tooltip);
    this.item.accessibilityInformation = { label: status.label };
    this.item.command = `${viewIds[status.opens]}.focus`;
    this.item.backgroundColor = status.needsPerson
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function statusOf({ path: folder, client: { books } }: OpenRoot): RootStatus {
  const name = path.basename(folder);
  if (books === null) return { name, books: null };
  const { leases, decisions, scopes } = books;
  return {
    name,
    books: { leases: leases.leases.values(), questions: decisions.questions.values(), scopes: scopes.scopes },
  };
}
