import * as vscode from 'vscode';
import { ProtocolError } from '../protocol/errors.ts';
import { commandIds } from './ids.ts';

/** Tells a person what went wrong and what to do next; a fault that nobody foresaw goes to the log in full. */
export function showProblem(error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof ProtocolError) {
    log.warn(`${error.kind}: ${error.message}`);
    void vscode.window.showErrorMessage(`Signalbox: ${sentence(error.message)} ${error.next}`);
    return;
  }
  log.error(error instanceof Error ? error : String(error));
  const show = 'Show Log';
  void vscode.window.showErrorMessage('Signalbox met a fault. Its log says more.', show).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand(commandIds.showLog);
  });
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.]?$/, '.')}`;
