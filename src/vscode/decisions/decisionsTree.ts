import * as vscode from 'vscode';
import { commandIds, innerCommandIds } from '../ids.ts';
import { shortened } from '../plainText.ts';
import { RowsTree } from '../rowsTree.ts';
import { decisionIcon } from './decisionIcon.ts';
import {
  changedRows,
  type DecisionGroup,
  type DecisionRow,
  type DecisionRows,
  decisionRows,
} from './decisionRows.ts';
import { decisionTooltip } from './decisionTooltip.ts';
import type { RootDecisions } from './rootDecisions.ts';

/** A question may be 8 KiB long; all of it is in the tooltip. */
const LABEL_LENGTH = 200;

/** The view Decisions. */
export class DecisionsTree extends RowsTree<DecisionRow, DecisionGroup> {
  private roots: readonly RootDecisions[] = [];

  /** @param roots without any question or decision, the view shows its welcome text. */
  show(roots: readonly RootDecisions[]): void {
    this.roots = roots;
    this.redraw();
  }

  protected rowsAt(now: number, pages: Readonly<Partial<Record<DecisionGroup, number>>>): DecisionRows {
    return decisionRows(this.roots, now, vscode.l10n, pages);
  }

  protected changedRows(before: DecisionRows, after: DecisionRows): 'all' | readonly string[] {
    return changedRows(before, after);
  }

  protected itemOf(row: DecisionRow): vscode.TreeItem {
    const item = new vscode.TreeItem(shortened(row.label, LABEL_LENGTH));
    item.id = row.id;
    item.description = row.description;
    item.contextValue = contextOf(row);
    item.accessibilityInformation = { label: [row.label, row.description].filter(Boolean).join(', ') };
    const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
    if (row.kind === 'group') {
      item.collapsibleState = row.group === 'waiting' || row.group === 'undelivered' ? Expanded : Collapsed;
    } else if (row.kind === 'more') {
      item.command = { command: innerCommandIds.showMoreDecisions, title: row.label, arguments: [row.group] };
    } else {
      const { id, color } = decisionIcon(row);
      item.iconPath = new vscode.ThemeIcon(id, color === null ? undefined : new vscode.ThemeColor(color));
      item.collapsibleState = row.children.length > 0 ? Expanded : None;
      if (row.kind !== 'option') {
        item.tooltip = new vscode.MarkdownString(decisionTooltip(row, Date.now(), vscode.l10n));
      }
      if (answersByClick(row)) {
        const title = vscode.l10n.t('Answer');
        item.command = { command: commandIds.answerQuestion, title, arguments: [row.id] };
      }
    }
    return item;
  }
}

/** `question open`, `question moot`, `option`, `decision`: what the rows' menus go by. */
const contextOf = (row: DecisionRow): string =>
  row.kind === 'question' ? `question ${row.question.state}` : row.kind;

/** A question with options is opened and closed by a click: each option below it is one of its own. */
const answersByClick = (row: DecisionRow): boolean =>
  row.kind === 'option' || (row.kind === 'question' && row.group === 'waiting' && row.children.length === 0);
