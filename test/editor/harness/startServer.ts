import { spawn } from 'node:child_process';
import type { EditorOptions } from './editorOptions.ts';
import type { Editor } from './prepareEditor.ts';

export interface Server {
  /** `127.0.0.1:<port>`. */
  readonly authority: string;
  /** Rejects when the server ends by itself. */
  readonly ended: Promise<never>;
  readonly log: () => string;
  readonly stop: () => void;
}

const START_LIMIT_MS = 60_000;

/** Starts VS Code's server on a free port of the loopback and waits until it listens. */
export async function startServer(
  editor: Editor,
  flags: readonly string[],
  options: EditorOptions,
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const own = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    ...(options.tokenFile === undefined
      ? ['--without-connection-token']
      : ['--connection-token-file', options.tokenFile]),
    '--telemetry-level',
    'off',
  ];
  if (options.isRestricted !== true) own.push('--disable-workspace-trust');
  // Without it a recent VS Code ignores what the page's address says about extensions and tests.
  if (options.isSuite === true) own.push('--enable-smoke-test-driver');
  const child = spawn(editor.node, [editor.server, ...flags, ...own], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  let said = '';
  let isStopping = false;
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (!isStopping) reject(new Error(`VS Code's server ended (${code ?? signal ?? 'unknown'}):\n${said}`));
    });
  });
  ended.catch(() => undefined);
  const stop = (): void => {
    isStopping = true;
    child.kill('SIGTERM');
  };

  const listening = new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => {
      stop();
      reject(new Error(`VS Code's server did not listen within ${START_LIMIT_MS / 1000} s:\n${said}`));
    }, START_LIMIT_MS);
    const hear = (text: Buffer): void => {
      said += text.toString();
      const port = /Extension host agent listening on (\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(`127.0.0.1:${port}`);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    ended.catch(() => clearTimeout(limit));
  });
  const authority = await Promise.race([listening, ended]);
  return { authority, ended, log: () => said, stop };
}
