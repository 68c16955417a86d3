import * as vscode from 'vscode';
import { ProtocolError } from '../../protocol/errors.ts';
import { isConfirmed } from './confirm.ts';
import { confirmGate, elsewhereText, gateWay } from './gateRules.ts';
import { leaseFor } from './leaseFor.ts';
import { confirmCancel } from './leaseTexts.ts';
import type { Command } from './running.ts';
import { sayDone } from './say.ts';
import { canCancel, canReopen } from './taskChoices.ts';
import { taskFor } from './taskFor.ts';

/** Makes a task new work again; one that waits for a person is started (C5, W7). */
export const reopenTask: Command = (running) => async (row) => {
  const chosen = await taskFor('reopenTask', running, row, canReopen);
  if (chosen === undefined) return;
  const { task } = await chosen.root.client.call('task.reopen', { task: chosen.id });
  if (task.status === 'todo') {
    sayDone(vscode.l10n.t('"{0}" is open again', task.title));
    return;
  }
  // What a source of another's says is not changed here, and only `todo` is worked on (C1).
  const message = vscode.l10n.t(
    'Signalbox: "{0}" is open again, and is worked on once its source ({1}) says todo. It says {2}.',
    task.title,
    task.source,
    task.status,
  );
  void vscode.window.showInformationMessage(message);
};

/** Ends a task, whatever its source says, until it is opened again (C5). */
export const cancelTask: Command = (running) => async (row) => {
  const chosen = await taskFor('cancelTask', running, row, canCancel);
  if (chosen === undefined) return;
  const { root, id, title, lease } = chosen;
  if (!(await isConfirmed(confirmCancel(vscode.l10n, title, lease)))) return;
  await root.client.call('task.cancel', { task: id });
  sayDone(vscode.l10n.t('"{0}" is cancelled', title));
};

/** Lets a task be worked on that a gate holds (C15). */
export const clearGate: Command = (running) => async (row) => {
  const lease = await leaseFor('clearGate', running, row);
  if (lease === undefined) return;
  const way = gateWay(lease);
  if (way.kind === 'elsewhere') {
    const [message, next] = elsewhereText(vscode.l10n, lease);
    throw new ProtocolError('gated', message, next);
  }
  if (!(await isConfirmed(confirmGate(vscode.l10n, lease)))) return;
  const { call } = running.rootOf(lease).client;
  const task = lease.task_id;
  const after =
    way.kind === 'clear'
      ? await call('task.clear_gate', { task })
      : await call('task.update', { ...way.change, task });
  const left = after.task.gates;
  sayDone(
    left.length === 0
      ? vscode.l10n.t('no gate holds "{0}" any more', lease.title)
      : vscode.l10n.t('"{0}" is still held: {1}', lease.title, left.join(', ')),
  );
};
