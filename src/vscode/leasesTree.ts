import * as vscode from 'vscode';
import type { LeaseView } from '../protocol/views.ts';
import { innerCommandIds } from './ids.ts';
import { leaseIcon } from './leaseIcon.ts';
import { changedRows, type GroupName, leaseRows, type LeaseRows, type Row } from './leaseRows.ts';
import { leaseTooltip } from './leaseTooltip.ts';
import { RowsTree } from './rowsTree.ts';

/** The view Leases. */
export class LeasesTree extends RowsTree<Row, GroupName> {
  private leases: ReadonlyMap<string, LeaseView> = new Map();

  /** @param leases are read again at each call; empty, the view shows its welcome text. */
  show(leases: ReadonlyMap<string, LeaseView>): void {
    this.leases = leases;
    this.redraw();
  }

  protected rowsAt(now: number, pages: Readonly<Partial<Record<GroupName, number>>>): LeaseRows {
    return leaseRows(this.leases.values(), now, pages);
  }

  protected changedRows(before: LeaseRows, after: LeaseRows): 'all' | readonly string[] {
    return changedRows(before, after);
  }

  protected itemOf(row: Row): vscode.TreeItem {
    return treeItem(row);
  }
}

function treeItem(row: Row): vscode.TreeItem {
  const label = row.kind === 'group' ? vscode.l10n.t(row.label) : row.label;
  const item = new vscode.TreeItem(label);
  item.id = row.id;
  item.description = row.description;
  item.contextValue = row.lease === null ? row.kind : `lease ${row.lease.state}`;
  item.accessibilityInformation = { label: `${label}, ${row.description}` };
  if (row.kind === 'group') {
    const isOpen = row.group !== 'stopped' && row.group !== 'recent';
    item.collapsibleState = isOpen
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  } else if (row.lease !== null) {
    const { id, color } = leaseIcon(row.lease);
    item.iconPath = new vscode.ThemeIcon(id, color === null ? undefined : new vscode.ThemeColor(color));
    item.tooltip = new vscode.MarkdownString(leaseTooltip(row.lease));
  } else {
    item.command = { command: innerCommandIds.showMoreLeases, title: row.label, arguments: [row.group] };
  }
  return item;
}
