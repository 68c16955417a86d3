import * as vscode from 'vscode';
import type { LeaseView } from '../../protocol/views.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { stateWords } from '../../protocol/leaseWords.ts';
import { lastLeases } from '../lastLeases.ts';
import { leaseIdOfRow } from '../leaseRows.ts';
import { leaseChoices } from './leaseChoices.ts';
import { applies, type LeaseCommand } from './leaseRules.ts';
import { pickTexts } from './leaseTexts.ts';
import type { Running } from './running.ts';

/**
 * The lease of the row that a command was called on, else the one that the person picks.
 * @returns undefined when none was chosen; that there is none has been said.
 * @throws ProtocolError when the row's lease is gone, or is no longer one that the command is for.
 */
export async function leaseFor(
  command: LeaseCommand,
  running: Running,
  row: unknown,
): Promise<LeaseView | undefined> {
  if (typeof row === 'string') return leaseOfRow(command, running, row);
  const { question, none } = pickTexts(vscode.l10n, command);
  const choices = leaseChoices(command, running.leases);
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

/** The lease of a row, if the command is for it by now. */
export function leaseOfRow(command: LeaseCommand, { leases }: Running, row: string): LeaseView {
  const lease = leases.get(leaseIdOfRow(row));
  const another = vscode.l10n.t('Choose another one.');
  if (lease === undefined) throw new ProtocolError('not_found', vscode.l10n.t('that lease is gone'), another);
  if (applies(command, lease, lastLeases(leases.values()).has(lease.id))) return lease;
  const message = vscode.l10n.t('this is not for the lease of "{0}" ({1})', lease.title, stateWords(lease));
  throw new ProtocolError('invalid_state', message, another);
}
