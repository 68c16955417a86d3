import * as vscode from 'vscode';
import { leaseFor } from './leaseFor.ts';
import type { Command } from './running.ts';

/** Takes a lease in the person's own name (W5). */
export const ackLease: Command = (running) => async (row) => {
  const lease = await leaseFor(running, row, {
    states: ['offered', 'backoff', 'pending', 'waiting'],
    question: vscode.l10n.t('Which lease do you take?'),
    none: vscode.l10n.t('Signalbox: no lease is free to be taken. Add a task, or wait until one is queued.'),
  });
  if (lease) await running.rootOf(lease).client.call('lease.ack', { lease: lease.id });
};
