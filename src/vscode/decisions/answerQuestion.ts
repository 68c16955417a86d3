import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import type { QuestionView } from '../../protocol/views.ts';
import type { Command } from '../commands/running.ts';
import { inLabel, inMessage, oneLine, shortened } from '../plainText.ts';
import { answerOfRow } from './answerOfRow.ts';
import { questionFor } from './questionFor.ts';
import type { AskedIn } from './rootDecisions.ts';

const TOLD_MS = 6_000;
const TOLD_LENGTH = 80;

/** Answers the question of a row, with the row's own answer where it has one; else the one that the person picks. */
export const answerQuestion: Command =
  ({ roots }) =>
  async (row) => {
    const asked = await questionFor(roots, row);
    if (asked === undefined) return;
    await answerOrAsk(asked, typeof row === 'string' ? answerOfRow(asked.question, row) : undefined);
  };

/**
 * Gives the answer, or asks the person for one first. A question that is no longer open is left as it is, which is said: it
 * may have been answered elsewhere while the person was thinking (T7, T8).
 */
export async function answerOrAsk({ question, root }: AskedIn, given?: string): Promise<void> {
  if (question.state !== 'open') {
    tellOver(question.state);
    return;
  }
  const value = given ?? (await askFor(question));
  if (value === undefined) return;
  try {
    await root.client.call('question.answer', { question: question.id, value });
  } catch (error) {
    const state =
      error instanceof ProtocolError && error.kind === 'invalid_state' ? error.facts['state'] : null;
    if (state !== 'answered' && state !== 'moot') throw error;
    tellOver(state);
    return;
  }
  const short = shortened(inLabel(value), TOLD_LENGTH);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Answered: {0}', short), TOLD_MS);
}

/** @returns undefined when the person gave none. */
async function askFor(question: QuestionView): Promise<string | undefined> {
  if (question.options.length === 0) return writeAnswer(question);
  const options: { label: string; option: string | null }[] = question.options.map((option) => ({
    label: inLabel(option),
    option,
  }));
  const own = { label: `$(edit) ${vscode.l10n.t('Another answer…')}`, option: null };
  const chosen = await vscode.window.showQuickPick(question.free_text ? [...options, own] : options, {
    title: oneLine(question.title),
    placeHolder: oneLine(question.text),
  });
  if (chosen === undefined) return undefined;
  return chosen.option ?? writeAnswer(question);
}

const writeAnswer = (question: QuestionView): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    title: oneLine(question.title),
    prompt: inMessage(question.text),
    placeHolder: vscode.l10n.t('Your answer'),
    // What was written is not lost to a look at the code.
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Write an answer.') : undefined),
  });

function tellOver(state: 'answered' | 'moot'): void {
  const message =
    state === 'answered'
      ? vscode.l10n.t('Signalbox: already answered; nothing was changed.')
      : vscode.l10n.t('Signalbox: already closed; nothing was changed.');
  void vscode.window.showInformationMessage(message);
}
