import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import { inLabel } from '../plainText.ts';
import type { OpenRoot } from '../roots.ts';
import { subjectOfRow } from './decisionRows.ts';
import { type AskedIn, findQuestion, rootName, waitingIn } from './rootDecisions.ts';
import { timeSince } from './timeSince.ts';

/**
 * The question of the row that a command was called on, else the one that waits, else the one that the person picks.
 * @returns undefined when none was chosen; that there is none has been said.
 * @throws ProtocolError when the row's question is gone.
 */
export async function questionFor(roots: readonly OpenRoot[], row: unknown): Promise<AskedIn | undefined> {
  if (typeof row === 'string') return findQuestion(roots, subjectOfRow(row) ?? '') ?? gone();
  const waiting = waitingIn(roots);
  if (waiting.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: no question waits for an answer.'));
  }
  return waiting.length > 1 ? pickQuestion(roots, waiting) : waiting[0];
}

/** @returns undefined when the person picked none. */
export async function pickQuestion(
  roots: readonly OpenRoot[],
  waiting: readonly AskedIn[],
): Promise<AskedIn | undefined> {
  const choices = waiting.map((asked) => ({
    label: inLabel(asked.question.text),
    description: vscode.l10n.t('waits {0}', timeSince(asked.question.asked_at, Date.now()).text),
    detail: [inLabel(asked.question.title), rootName(asked.root, roots)]
      .filter((part) => part !== null)
      .join(' · '),
    asked,
  }));
  const placeHolder = vscode.l10n.t('Which question do you answer?');
  return (await vscode.window.showQuickPick(choices, { placeHolder, matchOnDetail: true }))?.asked;
}

function gone(): never {
  const message = vscode.l10n.t('that question is gone');
  throw new ProtocolError('not_found', message, vscode.l10n.t('Choose another one.'));
}
