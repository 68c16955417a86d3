import * as vscode from 'vscode';
import type { OpenTerminal } from './openTerminal.ts';

/** The window's terminals by their processes, from when those are known. */
export class OpenTerminals implements vscode.Disposable {
  private readonly pids = new Map<vscode.Terminal, number>();
  private readonly typedAt = new WeakMap<vscode.Terminal, number>();
  private readonly watching: vscode.Disposable;
  private readonly onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.onFault = onFault;
    for (const terminal of vscode.window.terminals) this.follow(terminal);
    this.watching = vscode.Disposable.from(
      vscode.window.onDidOpenTerminal((terminal) => this.follow(terminal)),
      vscode.window.onDidCloseTerminal((terminal) => this.pids.delete(terminal)),
    );
  }

  all(): readonly OpenTerminal[] {
    const living = [...this.pids].filter(([terminal]) => terminal.exitStatus === undefined);
    return living.map(([terminal, pid]) => ({
      pid,
      name: terminal.name,
      typedAt: this.typedAt.get(terminal) ?? null,
      type: (text) => this.type(terminal, text),
      show: () => terminal.show(),
    }));
  }

  type(terminal: vscode.Terminal, text: string): void {
    this.typedAt.set(terminal, Date.now());
    terminal.sendText(text, false);
  }

  dispose(): void {
    this.watching.dispose();
    this.pids.clear();
  }

  /** A restored terminal tells its process only when it is attached again. */
  private follow(terminal: vscode.Terminal): void {
    terminal.processId.then((pid) => {
      if (pid !== undefined && terminal.exitStatus === undefined) this.pids.set(terminal, pid);
    }, this.onFault);
  }
}
