import * as vscode from 'vscode';
import type { RequestOptions } from '../../ipc/jsonLineConnection.ts';

/** Between two signs of life: a large store is read, or written, in one go. */
const SILENT_MS = 600_000;

const cancelled = new Error('a person cancelled it');

/**
 * Shows how far work is, and lets a person end it: the work, not only the waiting.
 * @returns undefined when it was cancelled
 */
export async function longWork<T>(
  title: string,
  work: (options: RequestOptions) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const control = new AbortController();
    const listening = token.onCancellationRequested(() => control.abort(cancelled));
    let shown = 0;
    const onProgress = (done: number, total: number): void => {
      const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
      if (percent === shown) return;
      progress.report({ increment: percent - shown, message: `${percent} %` });
      shown = percent;
    };
    try {
      return await work({ signal: control.signal, onProgress, timeoutMs: SILENT_MS });
    } catch (error) {
      if (error === cancelled) return undefined;
      throw error;
    } finally {
      listening.dispose();
    }
  });
}
