import * as vscode from 'vscode';
import { leaseFor } from '../leaseFor.ts';
import type { Command } from '../running.ts';
import { historyUri } from './historyDocuments.ts';

/** Tells what happened: on a row to its lease, from the palette to the task of the lease that is picked (C20). */
export const showHistory: Command = (running) => async (row) => {
  const lease = await leaseFor('showHistory', running, row);
  if (lease === undefined) return;
  const root = running.rootOf(lease).path;
  const about =
    typeof row === 'string'
      ? ({ kind: 'lease', id: lease.id } as const)
      : ({ kind: 'task', id: lease.task_id } as const);
  await vscode.window.showTextDocument(historyUri({ root, about, page: null }));
};
