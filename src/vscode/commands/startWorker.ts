import path from 'node:path';
import * as vscode from 'vscode';
import type { Settings } from '../../core/model/settings.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { OpenRoot } from '../roots.ts';
import { isTypeable, launchLine } from '../terminals/launchLine.ts';
import { openWorkerTerminal } from '../terminals/openWorkerTerminal.ts';
import { type WorkerChoice, workerChoices } from '../terminals/workerChoices.ts';
import { configuredId, freeWorkerId } from '../terminals/workerId.ts';
import { rootFor } from './rootFor.ts';
import type { Command } from './running.ts';

/** Opens a terminal with a worker id of its own, and starts in it what the person picks. */
export const startWorker: Command = (running) => async () => {
  const root = await rootFor(running, vscode.l10n.t('Where does the worker work?'));
  if (root === undefined) return;
  const settings = await settingsOf(root);
  const choice = await pickWorker(settings);
  const repo = choice === undefined ? undefined : await pickRepo(settings, choice.repos);
  if (choice === undefined || repo === undefined) return;
  const line = choice.command === null ? null : launchLine(choice.command, process.platform);
  if (line !== null && !isTypeable(line)) throw notTypeable(choice.label);
  const worker = await idFor(
    root,
    choice,
    repo,
    running.terminals.all().map(({ name }) => name),
  );
  await root.client.call('worker.register', { worker, repo: repo.slug });
  const folder = path.resolve(root.path, repo.path);
  await openWorkerTerminal(running.terminals, { worker, root: root.path, folder, line });
};

type Repo = Settings['repos'][number];

/** What is in force: a command that waits for a person's confirmation is not among it (C22). */
async function settingsOf({ client }: OpenRoot): Promise<Settings> {
  const { in_force: inForce, error } = await client.call('config.show', {});
  // The coordinator's own settings, as they are.
  if (inForce !== null) return inForce as unknown as Settings;
  throw new ProtocolError(
    'invalid_state',
    vscode.l10n.t('the configuration is not valid: {0}', error ?? ''),
    vscode.l10n.t('Correct .signalbox/config.json, then try again.'),
  );
}

async function pickWorker(settings: Settings): Promise<WorkerChoice | undefined> {
  const { choices, unknown } = workerChoices(settings);
  for (const { worker, agent } of unknown) {
    const message = vscode.l10n.t(
      'Signalbox: worker {0} can not be started here, since no agent "{1}" is known. Give it options.command.',
      worker,
      agent,
    );
    void vscode.window.showWarningMessage(message);
  }
  return vscode.window.showQuickPick(choices, {
    placeHolder: vscode.l10n.t('Which worker do you start?'),
    matchOnDescription: true,
  });
}

async function pickRepo({ repos }: Settings, slugs: readonly string[]): Promise<Repo | undefined> {
  const able = repos.filter(({ slug }) => slugs.includes(slug));
  if (able.length <= 1) return able[0];
  const choices = able.map((repo) => ({ label: repo.slug, description: repo.path, repo }));
  const placeHolder = vscode.l10n.t('In which repo does it begin?');
  return (await vscode.window.showQuickPick(choices, { placeHolder }))?.repo;
}

async function idFor(
  { client }: OpenRoot,
  choice: WorkerChoice,
  repo: Repo,
  open: readonly string[],
): Promise<string> {
  const { workers } = await client.call('worker.list', {});
  if (choice.worker === null) return freeWorkerId(repo.slug, workers, open);
  return configuredId(choice.worker, workers, open);
}

const notTypeable = (worker: string): ProtocolError =>
  new ProtocolError(
    'invalid_params',
    vscode.l10n.t('the command of worker {0} has a control character in it', worker),
    vscode.l10n.t('Correct options.command in .signalbox/config.json.'),
  );
