import path from 'node:path';
import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import type { OpenRoot } from '../roots.ts';
import { isRowOf } from './healthRows.ts';

/**
 * The root of the row that a command was called on, else the only one, else the one that the person picks.
 * @returns undefined when none was picked
 * @throws ProtocolError when the window has none
 */
export async function chooseRoot(roots: readonly OpenRoot[], row: unknown): Promise<OpenRoot | undefined> {
  const own = typeof row === 'string' ? roots.find(({ path: root }) => isRowOf(row, root)) : undefined;
  if (own !== undefined || roots.length === 1) return own ?? roots[0];
  if (roots.length === 0) {
    throw new ProtocolError(
      'unavailable',
      vscode.l10n.t('this window has no register'),
      vscode.l10n.t('Open a trusted folder that has a .signalbox folder.'),
    );
  }
  const choices = roots.map((root) => ({ label: path.basename(root.path), detail: root.path, root }));
  const placeHolder = vscode.l10n.t('Which workspace?');
  return (await vscode.window.showQuickPick(choices, { placeHolder }))?.root;
}
