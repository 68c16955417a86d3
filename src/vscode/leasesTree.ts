import type * as vscode from 'vscode';

/** Leases by what they wait for; empty, it leaves the view to its welcome text. */
export class LeasesTree implements vscode.TreeDataProvider<never> {
  getChildren(): never[] {
    return [];
  }

  getTreeItem(row: never): vscode.TreeItem {
    return row;
  }
}
