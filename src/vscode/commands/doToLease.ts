import * as vscode from 'vscode';
import type { LeaseView } from '../../protocol/views.ts';
import type { Call } from '../book.ts';
import { isConfirmed } from './confirm.ts';
import { leaseFor } from './leaseFor.ts';
import { type Confirmation, doneText } from './leaseTexts.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';

type Doing = Parameters<typeof doneText>[1];

/**
 * A command that is one call about one lease.
 * @param act answers the lease as it is then.
 * @param confirmation what is asked first; null: nothing.
 */
export const doToLease =
  (
    command: Doing,
    act: (call: Call, lease: LeaseView) => Promise<LeaseView>,
    confirmation: (lease: LeaseView) => Confirmation | null = () => null,
  ): Command =>
  (running) =>
  async (row) => {
    const lease = await leaseFor(command, running, row);
    if (lease === undefined || !(await isConfirmed(confirmation(lease)))) return;
    const after = await act(running.rootOf(lease).client.call, lease);
    sayDone(doneText(vscode.l10n, command, after));
  };
