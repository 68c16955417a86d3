import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { installVsix, makeFolders, serverFlags } from '../editor/harness/editorPlace.ts';
import { prepareEditor } from '../editor/harness/prepareEditor.ts';
import { endMarked } from '../editor/harness/processes.ts';
import { startServer } from '../editor/harness/startServer.ts';
import { author, windowSettings } from './workspace.ts';

/** A VS Code that is open on the workspace. */
export interface Opened {
  /** Where it is, for a person. */
  readonly where: readonly string[];
  readonly workspace: string;
  /** Settles when it has ended by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface Place {
  /** Private to this start; nothing else of the person's is touched. */
  readonly folder: string;
  readonly workspace: string;
  readonly vsix: string;
  readonly say: (line: string) => void;
}

const run = promisify(execFile);

/** The desktop VS Code that is on the PATH, with a profile of its own in the private folder. */
export async function openDesktop(code: string, { folder, workspace, vsix }: Place): Promise<Opened> {
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'User'), { recursive: true });
  const settings = { ...windowSettings, 'security.workspace.trust.enabled': false };
  writeFileSync(path.join(data, 'User', 'settings.json'), JSON.stringify(settings));
  const flags = ['--user-data-dir', data, '--extensions-dir', path.join(folder, 'extensions')];
  const shell = process.platform === 'win32';
  await run(code, [...flags, '--install-extension', vsix], { shell, timeout: 60_000 });
  const env = { ...process.env, ...author };
  const child = spawn(code, [...flags, '--new-window', '--wait', workspace], { env, shell, stdio: 'ignore' });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  ended.catch(() => undefined);
  return {
    where: ['It is open in VS Code. Close its window to end.'],
    workspace,
    ended,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** npm's VS Code for the browser, which it installs once; reached only with the token of its address. */
export async function openInBrowser({ folder, workspace, vsix, say }: Place): Promise<Opened> {
  const editor = await prepareEditor('newest', say);
  const token = randomBytes(16).toString('hex');
  const tokenFile = path.join(folder, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const options = { editor, workspace, settings: windowSettings, env: author, tokenFile };
  const env = await makeFolders(folder, options);
  const flags = await serverFlags(folder, options);
  await installVsix(editor, flags, vsix, env);
  const server = await startServer(editor, flags, options, env);
  const opened = path.join(folder, path.basename(workspace));
  const url = new URL(`http://${server.authority}/`);
  url.searchParams.set('folder', opened);
  url.searchParams.set('tkn', token);
  return {
    where: ['Open it in a browser on this machine:', `  ${url.href}`, 'End it with Ctrl-C.'],
    workspace: opened,
    ended: server.ended,
    stop: async () => {
      server.stop();
      await endMarked(path.basename(folder), 3_000);
    },
  };
}
