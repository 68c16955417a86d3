import { rm } from 'node:fs/promises';
import os from 'node:os';
import * as vscode from 'vscode';
import { cacheFolder } from '../ipc/userFolder.ts';
import type { EndpointOfferParams } from '../protocol/params.ts';
import { type SignalboxApi, signalboxApi } from './api.ts';
import { HistoryDocuments } from './commands/history/historyDocuments.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { showDecisions } from './decisions/showDecisions.ts';
import { followFolders } from './followFolders.ts';
import { registerHealthCommands } from './health/registerHealthCommands.ts';
import { showHealth } from './health/showHealth.ts';
import { hostThreads } from './hostThread.ts';
import { viewIds } from './ids.ts';
import { launcherFolder, writeLauncher } from './launcher.ts';
import { LeasesTree } from './leasesTree.ts';
import { openRoot } from './openRoot.ts';
import { revealIn } from './revealPlace.ts';
import { Roots } from './roots.ts';
import { showAbilities } from './showAbilities.ts';
import { showState } from './showState.ts';
import { contributeToTerminals } from './terminals/environment.ts';
import { startTerminals } from './terminals/terminals.ts';
import { registerUriHandler } from './uriHandler.ts';
import { windowCaller } from './windowCaller.ts';

/** What `deactivate` waits for. VS Code gives it nothing, so it is kept here while the extension is on. */
const running = new Set<Roots>();

/** Where the command line lets Node keep what it compiles. */
const compiledFolder = (): string =>
  cacheFolder({ platform: process.platform, home: os.homedir(), env: process.env });

/** Called by VS Code when a window first needs Signalbox. */
export function activate(context: vscode.ExtensionContext): SignalboxApi {
  const startedAt = performance.now();
  const log = vscode.window.createOutputChannel('Signalbox', { log: true });
  const onFault = (error: unknown): void => log.error(error instanceof Error ? error : String(error));
  const { version } = context.extension.packageJSON as { readonly version: string };
  const startRun = hostThreads(context.asAbsolutePath('dist'), version);
  const caller = windowCaller(version);

  const tree = new LeasesTree();
  const view = vscode.window.createTreeView(viewIds.leases, {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const terminals = startTerminals(onFault);
  const handlers = { 'endpoint.offer': (params: EndpointOfferParams) => terminals.offers.answer(params) };
  const roots = new Roots((root) => openRoot(root, { caller, startRun, handlers, log }), onFault);
  running.add(roots);
  const reveal = revealIn(roots, tree, view);
  const cli = context.asAbsolutePath('dist/cli.cjs');
  writeLauncher(launcherFolder(), { node: process.execPath, cli })
    // What Node has compiled of other versions is of no use any more.
    .then((isNew) => (isNew ? rm(compiledFolder(), { recursive: true, force: true }) : undefined))
    .catch(onFault);
  context.subscriptions.push(
    log,
    tree,
    view,
    terminals,
    registerCommands(roots, tree, reveal, terminals.open, log),
    registerUriHandler(reveal),
    new HistoryDocuments(roots),
    showAbilities(roots),
    registerHealthCommands(roots, context.asAbsolutePath('dist'), log),
    showHealth(roots, onFault),
    showState(roots, view, tree),
    showDecisions(roots, context.workspaceState, log),
    contributeToTerminals(context.environmentVariableCollection, launcherFolder()),
    followFolders(roots),
  );
  log.info(`activated in ${(performance.now() - startedAt).toFixed(1)} ms`);
  return signalboxApi(roots);
}

/** Called by VS Code, which waits some seconds for it. */
export async function deactivate(): Promise<void> {
  const stopping = [...running].map((roots) => roots.stop());
  running.clear();
  await Promise.all(stopping);
}
