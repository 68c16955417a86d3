import path from 'node:path';
import * as vscode from 'vscode';
import type { LeaseView, ScopeView } from '../../protocol/views.ts';
import { leaseIdOfRow } from '../leaseRows.ts';
import type { OpenRoot } from '../roots.ts';
import { shownFile } from './rootFor.ts';
import type { Command, Running } from './running.ts';
import { sayDone } from './say.ts';
import { activeRepos, nearestFirst, type ScopeCommand, scopeRules, scopeWords } from './scopeRules.ts';

interface Place {
  readonly root: OpenRoot;
  readonly scope: ScopeView;
}

interface Texts {
  readonly question: string;
  readonly none: string;
  readonly done: (repo: string) => string;
  /** Where it can be done to all of them at once. */
  readonly all: string | null;
}

const methods = {
  pauseDispatch: 'scope.pause',
  resumeDispatch: 'scope.resume',
  takeRepo: 'scope.take',
  giveBackRepo: 'scope.release',
} as const satisfies Record<ScopeCommand, string>;

const scopeCommand =
  (command: ScopeCommand, texts: () => Texts): Command =>
  (running) =>
  async (row) => {
    for (const { root, scope } of await placesFor(command, texts(), running, row)) {
      await root.client.call(methods[command], { repo: scope.repo });
      sayDone(texts().done(scope.repo));
    }
  };

/** The repo of the row that the command was called on, else the only one that it is for, else what the person picks. */
async function placesFor(
  command: ScopeCommand,
  { question, none, all }: Texts,
  running: Running,
  row: unknown,
): Promise<readonly Place[]> {
  const lease = typeof row === 'string' ? running.leases.get(leaseIdOfRow(row)) : undefined;
  if (lease !== undefined) return placeOf(running.rootOf(lease), lease);
  const places = await allPlaces(command, running);
  const [only] = places;
  if (only === undefined) {
    void vscode.window.showInformationMessage(none);
    return [];
  }
  if (places.length === 1) return [only];
  const choices = places.map((place) => ({ ...choiceOf(place), places: [place] }));
  const whole = all === null ? [] : [{ label: all, iconPath: new vscode.ThemeIcon('list-flat'), places }];
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & { places: readonly Place[] }>(
    [...choices, ...whole],
    { placeHolder: question, matchOnDescription: true },
  );
  return chosen?.places ?? [];
}

async function placeOf(root: OpenRoot, { repo }: LeaseView): Promise<Place[]> {
  const { scopes } = await root.client.call('scope.list', {});
  return scopes.filter((scope) => scope.repo === repo).map((scope) => ({ root, scope }));
}

async function allPlaces(command: ScopeCommand, { roots }: Running): Promise<Place[]> {
  const found = await Promise.all(
    roots.map(async (root) => {
      const { scopes } = await root.client.call('scope.list', {});
      const active = activeRepos(root.client.leases.values());
      return scopes
        .filter((scope) => scope.path !== null && scopeRules[command](scope, active.has(scope.repo)))
        .map((scope) => ({ root, scope, path: scope.path }));
    }),
  );
  return nearestFirst(found.flat(), shownFile());
}

const choiceOf = ({ root, scope }: Place): vscode.QuickPickItem => ({
  label: scope.repo,
  description: scopeWords(scope),
  detail: path.relative(path.dirname(root.path), scope.path ?? root.path),
  iconPath: new vscode.ThemeIcon('repo'),
});

/** Nothing new is dispatched into a repo; what runs goes on (C6). */
export const pauseDispatch = scopeCommand('pauseDispatch', () => ({
  question: vscode.l10n.t('Into which repo is nothing new given out? What runs goes on.'),
  none: vscode.l10n.t('Signalbox: dispatch is paused everywhere.'),
  done: (repo) => vscode.l10n.t('dispatch into {0} is paused', repo),
  all: vscode.l10n.t('All repos'),
}));

/** Ends a pause, and a draining that a person knows to be over (C6, C7). */
export const resumeDispatch = scopeCommand('resumeDispatch', () => ({
  question: vscode.l10n.t('Into which repo is work given out again?'),
  none: vscode.l10n.t('Signalbox: dispatch is paused nowhere.'),
  done: (repo) => vscode.l10n.t('dispatch into {0} goes on', repo),
  all: vscode.l10n.t('All repos'),
}));

/** Makes the person the holder of a repo, so that no worker is given it (C6). */
export const takeRepo = scopeCommand('takeRepo', () => ({
  question: vscode.l10n.t('Which repo do you take? No worker is given it until you give it back.'),
  none: vscode.l10n.t('Signalbox: every repo is in use or taken. Stop or release what runs there first.'),
  done: (repo) => vscode.l10n.t('{0} is yours until you give it back', repo),
  all: null,
}));

/** Lets workers have the repo again. */
export const giveBackRepo = scopeCommand('giveBackRepo', () => ({
  question: vscode.l10n.t('Which repo do you give back?'),
  none: vscode.l10n.t('Signalbox: nobody has taken a repo.'),
  done: (repo) => vscode.l10n.t('{0} is given back', repo),
  all: null,
}));
