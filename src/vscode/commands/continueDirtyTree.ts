import path from 'node:path';
import * as vscode from 'vscode';
import type { LeaseView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';
import { leaseFor } from './leaseFor.ts';
import { doneText } from './leaseTexts.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

/** Lets work go on over what the lost holder left uncommitted, once a person has looked (C14). */
export const continueDirtyTree: Command = (running) => async (row) => {
  const lease = await leaseFor('continueDirtyTree', running, row);
  if (lease === undefined) return;
  const root = running.rootOf(lease);
  const [goOn, look] = [vscode.l10n.t('Continue'), vscode.l10n.t('Show Changes')];
  const detail = vscode.l10n.t(
    'The worker before was lost and left uncommitted changes in {0}. The next one works on top of them. To keep it from that, commit or discard them first, or stop the lease.',
    placeOf(root, lease),
  );
  const message = vscode.l10n.t('Continue "{0}" over uncommitted changes?', lease.title);
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, goOn, look);
  if (chosen === look) await vscode.commands.executeCommand('workbench.view.scm');
  if (chosen !== goOn) return;
  const after = await root.client.call('lease.continue', { lease: lease.id });
  sayDone(doneText(vscode.l10n, 'continueDirtyTree', after.lease));
};

function placeOf({ path: root, client }: OpenRoot, { repo }: LeaseView): string {
  const scope = client.books?.scopes.scopes.find((one) => one.repo === repo);
  return path.relative(path.dirname(root), scope?.path ?? root);
}
