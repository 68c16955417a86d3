import * as vscode from 'vscode';
import type { LeaseView, TaskView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';
import { allTasks } from './allTasks.ts';
import { leaseOfRow } from './leaseFor.ts';
import { pickTexts } from './leaseTexts.ts';
import type { Running } from './running.ts';
import { taskChoices } from './taskChoices.ts';

export interface ChosenTask {
  readonly root: OpenRoot;
  readonly id: string;
  readonly title: string;
  /** Its newest lease; null: it has none. */
  readonly lease: LeaseView | null;
}

/** The task of the row that a command was called on, else the one that the person picks; undefined: none. */
export async function taskFor(
  command: 'reopenTask' | 'cancelTask',
  running: Running,
  row: unknown,
  isMeant: (task: TaskView) => boolean,
): Promise<ChosenTask | undefined> {
  if (typeof row === 'string') {
    const lease = leaseOfRow(command, running, row);
    return { root: running.rootOf(lease), id: lease.task_id, title: lease.title, lease };
  }
  const { question, none } = pickTexts(vscode.l10n, command);
  const found = await Promise.all(
    running.roots.map(async (root) => {
      const tasks = await allTasks(root.client.call);
      return taskChoices(tasks.filter(isMeant)).map((choice) => ({ ...choice, root }));
    }),
  );
  const choices = found.flat();
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(choices, {
    placeHolder: question,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined) return undefined;
  const { root, task } = chosen;
  const lease = task.lease_id === null ? null : (running.leases.get(task.lease_id) ?? null);
  return { root, id: task.id, title: task.title, lease };
}
