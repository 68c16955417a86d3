import * as vscode from 'vscode';
import type { LeaseView } from '../protocol/views.ts';
import { innerCommandIds } from './ids.ts';
import { leaseIcon } from './leaseIcon.ts';
import { changedRows, type GroupName, leaseRows, type LeaseRows, noRows, type Row } from './leaseRows.ts';
import { leaseTooltip } from './leaseTooltip.ts';

/** The first change is drawn at once; those that come closer behind a drawing are drawn together. */
const GATHER_MS = 50;

/** The view Leases: rows by their ids, so that VS Code keeps what is selected and open. */
export class LeasesTree implements vscode.TreeDataProvider<string>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<string | string[] | undefined>();
  private readonly pages: Partial<Record<GroupName, number>> = {};
  private leases: ReadonlyMap<string, LeaseView> = new Map();
  private drawn: LeaseRows = noRows;
  private timer: NodeJS.Timeout | undefined;
  private drawsAt: number | null = null;
  private drawnAt = 0;

  readonly onDidChangeTreeData = this.changes.event;

  /** @param leases are read again at each call; empty, the view shows its welcome text. */
  show(leases: ReadonlyMap<string, LeaseView>): void {
    this.leases = leases;
    this.drawAt(Math.max(Date.now(), this.drawnAt + GATHER_MS));
  }

  showMore(group: GroupName): void {
    this.pages[group] = (this.pages[group] ?? 1) + 1;
    this.draw();
  }

  getChildren(id?: string): string[] {
    return [...(id === undefined ? this.drawn.roots : (this.drawn.rows.get(id)?.children ?? []))];
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.drawn.rows.get(id);
    // VS Code may still ask for a row that has just gone; the next drawing takes it away.
    return row === undefined ? new vscode.TreeItem('') : treeItem(row);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  /** The earlier of what is asked for counts, so that steady change does not put it off. */
  private drawAt(at: number): void {
    if (this.drawsAt !== null && this.drawsAt <= at) return;
    clearTimeout(this.timer);
    this.drawsAt = at;
    this.timer = setTimeout(() => this.draw(), at - Date.now());
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.drawsAt = null;
    this.drawnAt = Date.now();
    const before = this.drawn;
    this.drawn = leaseRows(this.leases.values(), Date.now(), this.pages);
    const changed = changedRows(before, this.drawn);
    if (changed === 'all') this.changes.fire(undefined);
    else if (changed.length > 0) this.changes.fire([...changed]);
    if (this.drawn.changesAt !== null) this.drawAt(this.drawn.changesAt);
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
