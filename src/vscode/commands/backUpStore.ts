import * as vscode from 'vscode';
import type { Handler, Running } from './running.ts';

/** Makes a checked copy of the register in the backups' own folder (S3). */
export const backUpStore =
  ({ call }: Running): Handler =>
  async () => {
    const title = 'Signalbox: backing up the store';
    const { path } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      () => call('store.backup', {}),
    );
    const copy = 'Copy Path';
    void vscode.window.showInformationMessage(`Signalbox: backed up to ${path}`, copy).then((chosen) => {
      if (chosen === copy) void vscode.env.clipboard.writeText(path);
    });
  };
