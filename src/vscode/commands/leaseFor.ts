import * as vscode from 'vscode';
import type { LeaseState } from '../../core/model/lease.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { leaseIdOfRow } from '../leaseRows.ts';
import { leaseChoices } from './leaseChoices.ts';
import type { Running } from './running.ts';

export interface LeaseQuestion {
  /** Leases in these are meant, the first named first. */
  readonly states: readonly LeaseState[];
  readonly question: string;
  /** Said when there is nothing to choose from. */
  readonly none: string;
}

/**
 * The lease of the row that a command was called on, else the one that the person picks.
 * @returns undefined when none was chosen; that there is none has been said.
 * @throws ProtocolError when the row's lease is gone.
 */
export async function leaseFor(
  { leases }: Running,
  row: unknown,
  { states, question, none }: LeaseQuestion,
): Promise<LeaseView | undefined> {
  if (typeof row === 'string') return leases.get(leaseIdOfRow(row)) ?? gone();
  const choices = leaseChoices(leases.values(), states);
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(choices, {
    placeHolder: question,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.lease;
}

function gone(): never {
  const message = vscode.l10n.t('that lease is gone');
  throw new ProtocolError('not_found', message, vscode.l10n.t('Choose another one.'));
}
