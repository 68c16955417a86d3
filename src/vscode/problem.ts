import * as vscode from 'vscode';
import { ProtocolError } from '../protocol/errors.ts';
import { commandIds } from './ids.ts';

/** Tells a person what went wrong and what to do next; a fault that nobody foresaw goes to the log in full. */
export function showProblem(error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof ProtocolError) {
    log.warn(`${error.kind}: ${error.message}`);
    void vscode.window.showErrorMessage(`Signalbox: ${problemText(error)}`);
    return;
  }
  log.error(error instanceof Error ? error : String(error));
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('Signalbox met a fault. Its log says more.');
  void vscode.window.showErrorMessage(message, show).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand(commandIds.showLog);
  });
}

/** What went wrong and what to do next, as sentences. */
export const problemText = ({ message, next }: ProtocolError): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/[.]?$/, '.')} ${next}`;
