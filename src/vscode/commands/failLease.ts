import * as vscode from 'vscode';
import { askChoice, askSteps, askText } from './askSteps.ts';
import { isConfirmed } from './confirm.ts';
import { leaseFor } from './leaseFor.ts';
import { confirmFail, doneText } from './leaseTexts.ts';
import { limits, textProblem } from './limits.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

/** Ends a lease: its task could not be done, for now or at all (C14). */
export const failLease: Command = (running) => async (row) => {
  const lease = await leaseFor('failLease', running, row);
  if (lease === undefined) return;
  const said = await askSteps<{ reason: string; retryable: boolean }>(
    vscode.l10n.t('Fail: {0}', lease.title),
    {
      reason: (position, before) =>
        askText(position, {
          prompt: vscode.l10n.t('Why can it not be done? The reason stays in the history.'),
          value: before,
          problem: (text) => textProblem(vscode.l10n, text, limits.reason),
        }),
      retryable: (position, before) =>
        askChoice(position, vscode.l10n.t('May another lease try again?'), retryChoices(), before),
    },
  );
  if (said === undefined || !(await isConfirmed(confirmFail(vscode.l10n, lease, said.retryable)))) return;
  const after = await running.rootOf(lease).client.call('lease.fail', { lease: lease.id, ...said });
  sayDone(doneText(vscode.l10n, 'failLease', after.lease));
};

const retryChoices = () => [
  {
    label: vscode.l10n.t('Try again'),
    detail: vscode.l10n.t('Another lease of the task is queued, unless its attempts are used up.'),
    value: true,
  },
  {
    label: vscode.l10n.t('Do not try again'),
    detail: vscode.l10n.t('Nothing goes on from it. Reopen Task makes a new lease.'),
    value: false,
  },
];
