import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EditorOptions } from './editorOptions.ts';
import type { Editor } from './prepareEditor.ts';
import { MARK } from './processes.ts';
import { userSettings } from './userSettings.ts';

const run = promisify(execFile);

/** @returns an environment in which nothing of the person's own is found or touched. */
export async function makeFolders(folder: string, options: EditorOptions): Promise<NodeJS.ProcessEnv> {
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

/** The settings of the person, written, and the flags that lead a server to them. */
export async function serverFlags(folder: string, options: EditorOptions): Promise<string[]> {
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

/** @throws Error with what the editor said */
export async function installVsix(
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
