import type * as vscode from 'vscode';
import { showProblem } from '../problem.ts';
import type { Handler } from './running.ts';

/** What a command throws is shown with its next step, and never to VS Code. */
export const telling =
  (log: vscode.LogOutputChannel) =>
  (handler: Handler): Handler =>
  async (row) => {
    try {
      await handler(row);
    } catch (error) {
      showProblem(error, log);
    }
  };
