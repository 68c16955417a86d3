import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import { findTerminal } from '../terminals/findTerminal.ts';
import { cheapTable } from '../terminals/terminals.ts';
import { leaseFor } from './leaseFor.ts';
import type { Command } from './running.ts';

/** Shows the terminal in which the worker of a lease works, or says which window has it. */
export const revealTerminal: Command = (running) => async (row) => {
  const lease = await leaseFor('revealTerminal', running, row);
  if (!lease) return;
  const { worker } = lease;
  if (worker === null) throw noWorker(lease.title);
  const { pid, window } = await running.rootOf(lease).client.call('worker.locate', { worker });
  const own =
    pid === null ? null : findTerminal([{ pid, started_at: 0 }], running.terminals.all(), cheapTable);
  if (own !== null) {
    own.show();
    return;
  }
  if (window === null) throw nowhere(worker);
  const message = vscode.l10n.t(
    'Signalbox: the terminal of worker {0} is in another window: {1}.',
    worker,
    window,
  );
  void vscode.window.showInformationMessage(message);
};

const noWorker = (title: string): ProtocolError =>
  new ProtocolError(
    'not_found',
    vscode.l10n.t('no worker has the lease of "{0}"', title),
    vscode.l10n.t('A person holds it, or it is free.'),
  );
const nowhere = (worker: string): ProtocolError =>
  new ProtocolError(
    'not_found',
    vscode.l10n.t('no window has a terminal of worker {0}', worker),
    vscode.l10n.t('It works elsewhere, or its terminal has closed; the lease shows until when it keeps it.'),
  );
