import * as vscode from 'vscode';
import { leaseFor } from './leaseFor.ts';
import type { Command } from './running.ts';

/** Ends a lease as done, in the person's own name; its holder's epoch is worth nothing after it (W5). */
export const completeLease: Command = (running) => async (row) => {
  const lease = await leaseFor(running, row, {
    states: ['acknowledged', 'offered', 'backoff', 'pending', 'waiting'],
    question: vscode.l10n.t('Which lease is done?'),
    none: vscode.l10n.t('Signalbox: no lease is open. Add a task to get one.'),
  });
  if (lease) await running.rootOf(lease).client.call('lease.complete', { lease: lease.id });
};
