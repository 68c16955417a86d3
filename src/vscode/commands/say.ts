import * as vscode from 'vscode';

const SHOWN_MS = 6_000;

/** Says in the status bar what has been done: the Leases view shows it too, but may not be in sight. */
export const sayDone = (text: string): void =>
  void vscode.window.setStatusBarMessage(`$(check) Signalbox: ${text}`, SHOWN_MS);
