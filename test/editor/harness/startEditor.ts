import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import type { EditorOptions } from './editorOptions.ts';
import type { Editor } from './prepareEditor.ts';
import { endMarked, goneWithin, MARK, type Marked } from './processes.ts';
import { startBrowser } from './startBrowser.ts';
import { startServer } from './startServer.ts';
import { userSettings } from './userSettings.ts';

export interface RunningEditor {
  readonly editor: Editor;
  /** Private to this run, removed at its end. */
  readonly folder: string;
  readonly workspace: string;
  /** `127.0.0.1:<port>` of the server. */
  readonly authority: string;
  readonly context: BrowserContext;
  /** Names of hosts that the workbench wanted to reach, in vain. */
  readonly refusedHosts: ReadonlySet<string>;
  /** Rejects when the server or the browser ends by itself. */
  readonly failed: Promise<never>;
  readonly log: () => string;
  /** Opens a window on the workspace, or on another folder. */
  openWindow(folder?: string, payload?: readonly [string, string][]): Promise<Page>;
  /** @returns processes that did not end when they were asked to. */
  stop(): Promise<readonly Marked[]>;
}

const run = promisify(execFile);

/** Starts one VS Code: its server, and a browser for its windows. Everything of it lies in one private folder. */
export async function startEditor(options: EditorOptions): Promise<RunningEditor> {
  const { editor } = options;
  // A socket's path may have 107 characters, and VS Code's own take 60 of them.
  const folder = await mkdtemp(path.join(tmpdir(), 'sbx-'));
  const mark = path.basename(folder);
  const stop = async (): Promise<readonly Marked[]> => {
    forget();
    const deaf = await endMarked(mark, 3000);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    return deaf;
  };
  const forget = stopAtSignal(stop);
  try {
    const workspace = path.join(folder, path.basename(options.workspace));
    const env = await makeFolders(folder, options);
    const flags = await serverFlags(folder, options);
    for (const file of options.vsix ?? []) await installVsix(editor, flags, file, env);
    const [server, browser] = await Promise.all([
      startServer(editor, flags, options, env),
      startBrowser(env),
    ]);
    return {
      editor,
      folder,
      workspace,
      authority: server.authority,
      context: browser.context,
      refusedHosts: browser.refusedHosts,
      failed: Promise.race([server.ended, browser.ended]),
      log: server.log,
      openWindow: async (opened = workspace, payload) => {
        const page = await browser.context.newPage();
        await page.goto(workbenchUrl(server.authority, opened, payload));
        return page;
      },
      stop: async () => {
        await browser.close();
        server.stop();
        await goneWithin(mark, 1500);
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `payload` is VS Code's own list of keys and values. */
function workbenchUrl(authority: string, folder: string, payload?: readonly [string, string][]): string {
  const url = new URL(`http://${authority}/`);
  url.searchParams.set('folder', folder);
  if (payload) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** @returns an environment in which nothing of the person's own is found or touched. */
async function makeFolders(folder: string, options: EditorOptions): Promise<NodeJS.ProcessEnv> {
  const place = {
    HOME: path.join(folder, 'home'),
    TMPDIR: path.join(folder, 'tmp'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    XDG_CONFIG_HOME: path.join(folder, 'home/.config'),
    XDG_DATA_HOME: path.join(folder, 'home/.local/share'),
    XDG_STATE_HOME: path.join(folder, 'home/.local/state'),
    XDG_CACHE_HOME: path.join(folder, 'home/.cache'),
  };
  for (const made of Object.values(place)) await mkdir(made, { recursive: true, mode: 0o700 });
  await cp(options.workspace, path.join(folder, path.basename(options.workspace)), { recursive: true });
  // VS Code takes some of its orders from the environment, and this may run in one of its terminals.
  const outside = Object.entries(process.env).filter(([name]) => !/^(NODE_OPTIONS$|VSCODE_|npm_)/.test(name));
  return {
    ...Object.fromEntries(outside),
    ...place,
    SHELL: '/bin/bash',
    EXTENSIONS_GALLERY: '{}',
    [MARK]: path.basename(folder),
    SIGNALBOX_TEST_RESULTS: path.join(folder, 'results'),
    ...options.env,
  };
}

async function serverFlags(folder: string, options: EditorOptions): Promise<string[]> {
  const data = path.join(folder, 'data');
  const settings = {
    ...userSettings,
    'security.workspace.trust.enabled': options.isRestricted === true,
    'security.workspace.trust.startupPrompt': 'never',
    ...options.settings,
  };
  await mkdir(path.join(data, 'User'), { recursive: true });
  await writeFile(path.join(data, 'User/settings.json'), JSON.stringify(settings, null, 2));
  return [
    ...['--accept-server-license-terms', '--server-data-dir', data, '--user-data-dir', data],
    ...['--extensions-dir', path.join(folder, 'extensions')],
  ];
}

async function installVsix(
  editor: Editor,
  flags: string[],
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const args = [editor.server, ...flags, '--install-extension', file];
  const { stdout, stderr } = await run(editor.node, args, { env, timeout: 60_000 });
  if (!/successfully installed/i.test(stdout))
    throw new Error(`Installing ${file} failed.\n${stdout}${stderr}`);
}

/** A run that is ended from outside leaves nothing behind. */
function stopAtSignal(stop: () => Promise<unknown>): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM'): void => {
    void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}
