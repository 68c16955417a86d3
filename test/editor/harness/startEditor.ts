import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { EditorOptions } from './editorOptions.ts';
import type { Editor } from './prepareEditor.ts';
import { installVsix, makeFolders, serverFlags } from './editorPlace.ts';
import { endMarked, goneWithin, type Marked } from './processes.ts';
import { startBrowser } from './startBrowser.ts';
import { startServer } from './startServer.ts';

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

/** A run that is ended from outside leaves nothing behind. */
function stopAtSignal(stop: () => Promise<unknown>): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM'): void => {
    void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}
