import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';
import { RowsTree } from '../rowsTree.ts';
import { changedHealthRows, healthRows, type HealthRows, type HealthTreeRow } from './healthRows.ts';
import type { RootHealth } from './hostRow.ts';

/** The view Health. */
export class HealthTree extends RowsTree<HealthTreeRow, never> {
  private roots: readonly RootHealth[] = [];

  /** @param roots empty, the view shows its welcome text. */
  show(roots: readonly RootHealth[]): void {
    this.roots = roots;
    this.redraw();
  }

  protected rowsAt(now: number): HealthRows {
    return healthRows(this.roots, now, vscode.l10n);
  }

  protected changedRows(before: HealthRows, after: HealthRows): 'all' | readonly string[] {
    return changedHealthRows(before, after);
  }

  protected itemOf(row: HealthTreeRow): vscode.TreeItem {
    return treeItem(row);
  }
}

/** Ids of a codicon and of a theme colour; the word for it is in the row's spoken label. */
const icons: Readonly<Record<HealthTreeRow['level'], readonly [string, string]>> = {
  ok: ['pass', 'charts.green'],
  warn: ['warning', 'list.warningForeground'],
  error: ['error', 'list.errorForeground'],
};

function treeItem(row: HealthTreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label);
  item.id = row.id;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.contextValue = ['health', row.kind, row.group, row.level, row.remedy].filter(Boolean).join(' ');
  if (row.children.length > 0) {
    // Lists of what works as it should are opened by who wants to see them.
    const isOpen =
      row.level !== 'ok' || row.kind === 'root' || row.group === 'coordinator' || row.group === 'store';
    item.collapsibleState = isOpen
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  }
  if (row.kind === 'next') {
    item.iconPath = new vscode.ThemeIcon('arrow-small-right');
    if (row.remedy !== null) {
      item.command = { command: commandIds[row.remedy], title: row.label, arguments: [row.id] };
    }
    return item;
  }
  const [icon, color] = icons[row.level];
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
  const words = { ok: vscode.l10n.t('well'), warn: vscode.l10n.t('warning'), error: vscode.l10n.t('error') };
  item.accessibilityInformation = { label: `${row.label}, ${words[row.level]}, ${row.description}` };
  return item;
}
