import * as vscode from 'vscode';
import { doToLease } from './doToLease.ts';
import { leaseFor } from './leaseFor.ts';
import { confirmRelease, confirmStop } from './leaseTexts.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

/** Takes a lease in the person's own name (W5). */
export const ackLease = doToLease('ackLease', async (call, { id }) => {
  const { lease } = await call('lease.ack', { lease: id });
  return lease;
});

/** Ends a lease as done, in the person's own name; its holder's epoch is worth nothing after it (W5). */
export const completeLease = doToLease('completeLease', async (call, { id }) => {
  const { lease } = await call('lease.complete', { lease: id });
  return lease;
});

/** Takes a lease from its holder, or an offer back: the task is queued again (C14, W5). */
export const releaseLease = doToLease(
  'releaseLease',
  async (call, { id }) => {
    const { lease } = await call('lease.release', { lease: id });
    return lease;
  },
  (lease) => confirmRelease(vscode.l10n, lease),
);

/** Ends a lease for good, whoever has it (W5). */
export const stopLease = doToLease(
  'stopLease',
  async (call, { id }) => {
    const { lease } = await call('lease.stop', { lease: id });
    return lease;
  },
  (lease) => confirmStop(vscode.l10n, lease),
);

/** Offers a queued lease now (C11, C14). */
export const sendOffer = doToLease('sendOffer', async (call, { id }) => {
  const { lease } = await call('lease.send', { lease: id });
  return lease;
});

/** Gives the holder of a lease its time anew (C16). */
export const renewLease: Command = (running) => async (row) => {
  const lease = await leaseFor('renewLease', running, row);
  if (lease === undefined) return;
  const { deadline_at } = await running.rootOf(lease).client.call('lease.renew', { lease: lease.id });
  sayDone(
    deadline_at === null
      ? vscode.l10n.t('the time of "{0}" stands still while its question is open', lease.title)
      : vscode.l10n.t('"{0}" has time until {1}', lease.title, new Date(deadline_at).toLocaleTimeString()),
  );
};

export const copyLeaseId: Command = (running) => async (row) => {
  const lease = await leaseFor('copyLeaseId', running, row);
  if (lease === undefined) return;
  await vscode.env.clipboard.writeText(lease.id);
  sayDone(vscode.l10n.t('the id of the lease is in the clipboard'));
};
