import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Outlives updates of the extension. */
export const launcherFolder = (): string => path.join(os.homedir(), '.signalbox', 'bin');

export interface Launched {
  /** The editor's own Node, or an Electron that can be one. */
  readonly node: string;
  /** The command line of this version of the extension. */
  readonly cli: string;
}

const moved =
  'signalbox: this version of the extension is gone. Open VS Code with Signalbox once, then try again.';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const shellScript = ({ node, cli }: Launched): string => `#!/bin/sh
# Written by Signalbox at each activation; points at the newest that ran.
if [ ! -x ${quoted(node)} ] || [ ! -r ${quoted(cli)} ]; then echo ${quoted(moved)} >&2; exit 9; fi
ELECTRON_RUN_AS_NODE=1 exec ${quoted(node)} ${quoted(cli)} "$@"
`;

const batchScript = ({ node, cli }: Launched): string =>
  [
    '@echo off',
    'rem Written by Signalbox at each activation; points at the newest that ran.',
    'setlocal',
    `if not exist "${cli}" (echo ${moved} 1>&2 & exit /b 9)`,
    'set ELECTRON_RUN_AS_NODE=1',
    `"${node}" "${cli}" %*`,
    '',
  ].join('\r\n');

/**
 * Writes the launchers `signalbox` and `signalbox.cmd` into a folder that outlives updates of the extension: terminals,
 * hooks and MCP entries name only these. Another window may do the same at the same time; each sees a whole file.
 */
export async function writeLauncher(folder: string, launched: Launched): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replace(path.join(folder, 'signalbox'), shellScript(launched));
  await replace(path.join(folder, 'signalbox.cmd'), batchScript(launched));
}

async function replace(file: string, text: string): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => null);
  if (old === text) return;
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o755 });
  await rename(temporary, file);
}
