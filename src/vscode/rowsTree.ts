import * as vscode from 'vscode';
import { noRows, type Rows, type TreeRow } from './rows.ts';

/** The first change is drawn at once; those that come closer behind a drawing are drawn together. */
const GATHER_MS = 50;

/** A view of rows by their ids, so that VS Code keeps what is selected and open. Only what changed is drawn again. */
export abstract class RowsTree<R extends TreeRow, G extends string>
  implements vscode.TreeDataProvider<string>, vscode.Disposable
{
  private readonly changes = new vscode.EventEmitter<string | string[] | undefined>();
  private readonly pages: Partial<Record<G, number>> = {};
  private drawn: Rows<R> = noRows();
  private timer: NodeJS.Timeout | undefined;
  private drawsAt: number | null = null;
  private drawnAt = 0;

  readonly onDidChangeTreeData = this.changes.event;

  /** Shows another page of a group. */
  showMore(group: G): void {
    this.pages[group] = (this.pages[group] ?? 1) + 1;
    this.draw();
  }

  getChildren(id?: string): string[] {
    return [...(id === undefined ? this.drawn.roots : (this.drawn.rows.get(id)?.children ?? []))];
  }

  /** Asked for when a row is revealed. */
  getParent(id: string): string | undefined {
    for (const row of this.drawn.rows.values()) if (row.children.includes(id)) return row.id;
    return undefined;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.drawn.rows.get(id);
    // VS Code may still ask for a row that has just gone; the next drawing takes it away.
    return row === undefined ? new vscode.TreeItem('') : this.itemOf(row);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  /** Draws now, so many pages of a group at least. @returns the id of the first row that is meant. */
  protected showPages(group: G, pages: number, isMeant: (row: R) => boolean): string | undefined {
    this.pages[group] = Math.max(pages, this.pages[group] ?? 1);
    this.draw();
    for (const row of this.drawn.rows.values()) if (isMeant(row)) return row.id;
    return undefined;
  }

  /** To be called when what is shown may be other than before. */
  protected redraw(): void {
    this.drawAt(Math.max(Date.now(), this.drawnAt + GATHER_MS));
  }

  protected abstract rowsAt(now: number, pages: Readonly<Partial<Record<G, number>>>): Rows<R>;
  protected abstract changedRows(before: Rows<R>, after: Rows<R>): 'all' | readonly string[];
  protected abstract itemOf(row: R): vscode.TreeItem;

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
    this.drawn = this.rowsAt(this.drawnAt, this.pages);
    const changed = this.changedRows(before, this.drawn);
    if (changed === 'all') this.changes.fire(undefined);
    else if (changed.length > 0) this.changes.fire([...changed]);
    if (this.drawn.changesAt !== null) this.drawAt(this.drawn.changesAt);
  }
}
