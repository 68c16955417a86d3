import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import type { RootCommand } from './rootCommand.ts';

/** Tries again now, in place of at the end of the wait after a fault. */
export const startCoordinator: RootCommand = async ({ host, client }) => {
  host.start();
  client.retry();
  return Promise.resolve();
};

/** Reads every source now, and gives out what is ready. */
export const refreshSources: RootCommand = async ({ client }) => {
  const { refreshed } = await client.call('source.refresh', {});
  const message = vscode.l10n.t('Signalbox: reads {0} again.', refreshed.join(', '));
  void vscode.window.showInformationMessage(message);
};

export const openConfiguration: RootCommand = async ({ path: root }) => {
  const file = path.join(root, '.signalbox', 'config.json');
  if (!existsSync(file)) {
    throw new ProtocolError(
      'not_found',
      vscode.l10n.t('there is no {0}: the defaults are in force', file),
      vscode.l10n.t('Run `signalbox init` in a terminal to get one with comments.'),
    );
  }
  await vscode.window.showTextDocument(vscode.Uri.file(file));
};
