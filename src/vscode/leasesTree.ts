import * as vscode from 'vscode';
import type { LeaseView, ScopeView } from '../protocol/views.ts';
import { branchOf } from './branchOf.ts';
import { innerCommandIds } from './ids.ts';
import { leaseIcon } from './leaseIcon.ts';
import {
  changedRows,
  type GroupName,
  leaseIdOfRow,
  leaseRows,
  type LeaseRows,
  pageOf,
  type Pages,
  type Row,
} from './leaseRows.ts';
import { leaseTooltip } from './leaseTooltip.ts';
import { RowsTree } from './rowsTree.ts';

type ScopeOf = (lease: LeaseView) => ScopeView | undefined;

/** The view Leases. */
export class LeasesTree extends RowsTree<Row, GroupName> {
  private leases: ReadonlyMap<string, LeaseView> = new Map();
  private scopeOf: ScopeOf = () => undefined;

  /** @param leases are read again at each call; empty, the view shows its welcome text. */
  show(leases: ReadonlyMap<string, LeaseView>, scopeOf: ScopeOf): void {
    this.leases = leases;
    this.scopeOf = scopeOf;
    this.redraw();
  }

  /** The row of a lease, drawn by now, also where its group did not show so many; undefined: there is none. */
  rowOf(lease: string): string | undefined {
    const place = pageOf(this.leases.values(), lease);
    return place === null
      ? undefined
      : this.showPages(place.group, place.pages, (row) => row.lease?.id === lease);
  }

  /** Asked for when the mouse or the keyboard rests on a row: the branch is looked up only then. */
  async resolveTreeItem(item: vscode.TreeItem, id: string): Promise<vscode.TreeItem> {
    const lease = this.leases.get(leaseIdOfRow(id));
    if (lease === undefined) return item;
    const folder = this.scopeOf(lease)?.path ?? null;
    const branch = folder === null ? null : await branchOf(folder);
    item.tooltip = new vscode.MarkdownString(leaseTooltip(lease, branch));
    return item;
  }

  protected rowsAt(now: number, pages: Pages): LeaseRows {
    return leaseRows(this.leases.values(), now, { pages, scopeOf: this.scopeOf });
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
  item.contextValue = row.context;
  item.accessibilityInformation = { label: `${label}, ${row.description}` };
  if (row.kind === 'group') {
    const isOpen = row.group !== 'stopped' && row.group !== 'recent';
    item.collapsibleState = isOpen
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  } else if (row.lease !== null) {
    const { id, color } = leaseIcon(row.lease);
    item.iconPath = new vscode.ThemeIcon(id, color === null ? undefined : new vscode.ThemeColor(color));
  } else {
    item.command = { command: innerCommandIds.showMoreLeases, title: row.label, arguments: [row.group] };
  }
  return item;
}
