import * as vscode from 'vscode';
import type { Params } from '../../protocol/methods.ts';
import type { LeaseView, ScopeView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';
import { askChoice, askChoices, askSteps, askText, type Choice, type Steps } from './askSteps.ts';
import { leaseChoice } from './leaseChoices.ts';
import { limits, textProblem } from './limits.ts';
import { rootFor, shownFile } from './rootFor.ts';
import type { Command } from './running.ts';
import { nearestFirst, scopeWords } from './scopeRules.ts';

interface Said {
  readonly title: string;
  readonly repo?: string;
  /** Ids of tasks. */
  readonly after?: readonly string[];
}

/** Adds a task to the workspace, for any worker of its repo (behaviour 1). */
export const newTask: Command = (running) => async () => {
  const root = await rootFor(running, vscode.l10n.t('Where is the new task?'));
  if (root === undefined) return;
  const { scopes } = await root.client.call('scope.list', {});
  const repos = nearestFirst(
    scopes.filter(({ path }) => path !== null),
    shownFile(),
  );
  const said = await askSteps<Said>(vscode.l10n.t('New Task'), stepsOf(root, repos));
  if (said === undefined) return;
  const { task } = await root.client.call('task.add', paramsOf(said));
  if (await running.reveal({ kind: 'task', id: task.id })) return;
  void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: added {0}.', task.id));
};

/** Only what there is a choice about is asked. */
function stepsOf(root: OpenRoot, repos: readonly ScopeView[]): Steps<Said> {
  const open = openTasks(root);
  return {
    title: (position, before) =>
      askText(position, {
        prompt: vscode.l10n.t('What is to be done? A worker reads this as its task.'),
        placeholder: vscode.l10n.t('Fix the parser'),
        value: before,
        problem: (text) => textProblem(vscode.l10n, text, limits.title),
      }),
    ...(repos.length > 1 && {
      repo: (position, before) =>
        askChoice(position, vscode.l10n.t('In which repo?'), repos.map(repoChoice), before),
    }),
    ...(open.length > 0 && {
      after: (position, before) =>
        askChoices(
          position,
          vscode.l10n.t('What has to be done first? Enter without a choice: nothing.'),
          open.map(taskChoice),
          before,
        ),
    }),
  };
}

const paramsOf = ({ title, repo, after }: Said): Params<'task.add'> => ({
  title: title.trim(),
  ...(repo === undefined ? {} : { repo }),
  ...(after === undefined || after.length === 0 ? {} : { after }),
});

const live: ReadonlySet<LeaseView['state']> = new Set([
  'waiting',
  'pending',
  'offered',
  'backoff',
  'acknowledged',
]);

const openTasks = ({ client }: OpenRoot): LeaseView[] =>
  [...client.leases.values()]
    .filter(({ state }) => live.has(state))
    .sort((a, b) => b.created_at - a.created_at);

const repoChoice = (scope: ScopeView): Choice<string> => ({
  label: scope.repo,
  description: scopeWords(scope),
  iconPath: new vscode.ThemeIcon('repo'),
  value: scope.repo,
});

const taskChoice = (lease: LeaseView): Choice<string> => {
  const { label, description, detail } = leaseChoice(lease);
  return { label, description, detail, value: lease.task_id };
};
