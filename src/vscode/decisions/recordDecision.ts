import * as vscode from 'vscode';
import type { LeaseView } from '../../protocol/views.ts';
import { allTasks } from '../commands/allTasks.ts';
import type { Command } from '../commands/running.ts';
import { leaseIdOfRow } from '../leaseRows.ts';
import { inLabel, oneLine } from '../plainText.ts';
import type { OpenRoot } from '../roots.ts';
import { subjectOfRow } from './decisionRows.ts';
import { rootName } from './rootDecisions.ts';
import { decidableTasks } from './decidableTasks.ts';

interface TaskIn {
  readonly task: string;
  readonly title: string;
  readonly root: OpenRoot;
}

/** Records a decision about a task without being asked; the task's worker gets it with its next turn (T3, T8). */
export const recordDecision: Command =
  ({ roots }) =>
  async (row) => {
    const about = (typeof row === 'string' ? taskOfRow(roots, row) : undefined) ?? (await pickTask(roots));
    if (about === undefined) return;
    const value = await vscode.window.showInputBox({
      title: oneLine(about.title),
      prompt: vscode.l10n.t('What is decided? The worker of the task gets it with its next turn.'),
      placeHolder: vscode.l10n.t('Your decision'),
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Write a decision.') : undefined),
    });
    if (value !== undefined) await about.root.client.call('decision.record', { task: about.task, value });
  };

/** The task of a row of any of the views; undefined: what the row was about is gone. */
function taskOfRow(roots: readonly OpenRoot[], row: string): TaskIn | undefined {
  for (const root of roots) {
    const { leases, books } = root.client;
    const id = subjectOfRow(row) ?? '';
    const decision = books?.decisions.decisions.get(id);
    const titled = books?.decisions.questions.get(id) ?? leases.get(leaseIdOfRow(row));
    const task = titled?.task_id ?? decision?.task_id;
    if (task !== undefined) return { task, title: titled?.title ?? titleIn(leases.values(), task), root };
  }
  return undefined;
}

function titleIn(leases: Iterable<LeaseView>, task: string): string {
  for (const lease of leases) if (lease.task_id === task) return lease.title;
  return task;
}

async function pickTask(roots: readonly OpenRoot[]): Promise<TaskIn | undefined> {
  const lists = await Promise.all(
    roots.map(async (root) => {
      const tasks = await allTasks(root.client.call);
      return decidableTasks(tasks, root.client.leases.values()).map((choice) => ({ ...choice, root }));
    }),
  );
  const all = lists.flat();
  if (all.length === 0) {
    const none = vscode.l10n.t('Signalbox: there is no task to decide about. Add one first.');
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const choices = all.map((choice) => ({
    label: inLabel(choice.title),
    description: choice.words,
    detail: [choice.task, rootName(choice.root, roots)].filter((part) => part !== null).join(' · '),
    choice,
  }));
  const placeHolder = vscode.l10n.t('Which task is the decision about?');
  const picked = await vscode.window.showQuickPick(choices, {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.choice;
}
