import * as vscode from 'vscode';
import type { Command } from '../commands/running.ts';
import { oneLine } from '../plainText.ts';
import { questionFor } from './questionFor.ts';

/** Closes a question without an answer, once the person has said again that nobody is to get one. */
export const closeQuestion: Command =
  ({ roots }) =>
  async (row) => {
    const asked = await questionFor(roots, row);
    if (asked === undefined) return;
    const close = vscode.l10n.t('Close Question');
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('Close the question without an answer?'),
      {
        modal: true,
        detail: vscode.l10n.t('{0}\n\nIts worker goes on without a decision.', oneLine(asked.question.text)),
      },
      close,
    );
    if (chosen === close) await asked.root.client.call('question.close', { question: asked.question.id });
  };
