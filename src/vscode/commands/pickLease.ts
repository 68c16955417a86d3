import * as vscode from 'vscode';
import type { LeaseState } from '../../core/model/lease.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { stateWords } from '../leaseWords.ts';

interface Choice extends vscode.QuickPickItem {
  readonly lease: LeaseView;
}

/**
 * Asks which lease is meant.
 * @param states only leases in these are offered.
 * @returns undefined when nothing was chosen, which has been said if there was nothing to choose.
 */
export async function pickLease(
  leases: Iterable<LeaseView>,
  states: readonly LeaseState[],
  placeHolder: string,
): Promise<LeaseView | undefined> {
  const choices = [...leases]
    .filter(({ state }) => states.includes(state))
    .sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || a.rank - b.rank)
    .map((lease): Choice => ({
      lease,
      label: lease.title,
      description: wordsOf(lease),
      detail: lease.task_id,
    }));
  if (choices.length === 0) {
    void vscode.window.showInformationMessage('Signalbox: there is no such lease now.');
    return undefined;
  }
  const options = { placeHolder, matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(choices, options))?.lease;
}

const wordsOf = (lease: LeaseView): string =>
  [lease.worker ?? lease.operator, stateWords(lease)].filter((part) => part !== null).join(' · ');
