import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

export interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
}

/** Runs one line in a shell of a terminal of the window, with the environment that every terminal there has. */
export async function runInTerminal(line: string): Promise<Ran> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ran-'));
  const output = path.join(folder, 'stdout');
  const [workspaceFolder] = vscode.workspace.workspaceFolders ?? [];
  if (workspaceFolder === undefined) throw new Error('The window has no folder.');
  const execution = new vscode.ShellExecution(`{ ${line}; } > "${output}"`);
  const task = new vscode.Task({ type: 'shell' }, workspaceFolder, line, 'test', execution, []);
  const ended = new Promise<number | undefined>((resolve) => {
    const listening = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.name !== line) return;
      listening.dispose();
      resolve(event.exitCode);
    });
  });
  try {
    await vscode.tasks.executeTask(task);
    const code = await ended;
    return { code, stdout: readFileSync(output, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
