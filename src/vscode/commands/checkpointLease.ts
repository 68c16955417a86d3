import * as vscode from 'vscode';
import { askSteps, askText } from './askSteps.ts';
import { leaseFor } from './leaseFor.ts';
import { doneText } from './leaseTexts.ts';
import { checkpointProblem } from './limits.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

interface Checkpoint {
  readonly summary: string;
  readonly next_action: string;
}

/** Hands a lease over: it closes with a checkpoint, and another lease goes on from it (C17). */
export const checkpointLease: Command = (running) => async (row) => {
  const lease = await leaseFor('checkpointLease', running, row);
  if (lease === undefined) return;
  let summary = '';
  const title = vscode.l10n.t('Checkpoint: {0}', lease.title);
  const said = await askSteps<Checkpoint>(title, {
    summary: async (position, before) => {
      const answer = await askText(position, {
        prompt: vscode.l10n.t('What has been done? Whoever goes on reads this.'),
        value: before,
        problem: (text) => checkpointProblem(vscode.l10n, { summary: text }),
      });
      if (typeof answer === 'object') summary = answer.value;
      return answer;
    },
    next_action: (position, before) =>
      askText(position, {
        prompt: vscode.l10n.t('What comes next?'),
        value: before,
        problem: (text) => checkpointProblem(vscode.l10n, { summary, next_action: text }),
      }),
  });
  if (said === undefined) return;
  const checkpoint = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''));
  const { child } = await running
    .rootOf(lease)
    .client.call('lease.checkpoint', { lease: lease.id, checkpoint });
  sayDone(doneText(vscode.l10n, 'checkpointLease', child));
};
