import * as vscode from 'vscode';
import type { OpenTerminals } from './openTerminals.ts';

export interface WorkerTerminal {
  readonly worker: string;
  readonly root: string;
  /** Working directory. */
  readonly folder: string;
  /** What its shell is told to run; null: nothing. */
  readonly line: string | null;
}

/** A shell without integration says nothing when it is ready. */
const READY_MS = 3_000;

/** Opens and shows a terminal that carries a worker's id, and runs its launch line there. */
export async function openWorkerTerminal(
  terminals: OpenTerminals,
  { worker, root, folder, line }: WorkerTerminal,
): Promise<void> {
  const terminal = vscode.window.createTerminal({
    name: worker,
    cwd: folder,
    env: { SIGNALBOX_WORKER: worker, SIGNALBOX_ROOT: root },
    iconPath: new vscode.ThemeIcon('server-process'),
  });
  terminal.show();
  if (line === null || !(await isReady(terminal))) return;
  terminals.type(terminal, line);
  terminals.type(terminal, '\r');
}

/** After its start-up files, which may change the PATH and read what was typed; false: it closed. */
function isReady(terminal: vscode.Terminal): Promise<boolean> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve(true);
  return new Promise((settle) => {
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      listening.dispose();
      settle(isOpen);
    };
    const timer = setTimeout(() => end(true), READY_MS);
    const listening = vscode.Disposable.from(
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        if (event.terminal === terminal) end(true);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) end(false);
      }),
    );
  });
}
