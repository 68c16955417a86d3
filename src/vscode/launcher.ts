import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Outlives updates of the extension. */
export const launcherFolder = (): string => path.join(os.homedir(), '.signalbox', 'bin');

export interface Launched {
  /** The editor's own Node, or an Electron that can be one. */
  readonly node: string;
  /** The command line of this version of the extension: `<extension>/dist/cli.cjs`. */
  readonly cli: string;
}

const gone = 'signalbox: the extension that this command belongs to is gone';
const whatNext =
  'Open VS Code with Signalbox once, then try again. If you have removed it for good, remove ~/.signalbox/bin too.';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Other versions of the extension beside this one, as a pattern of the shell; null: it is no installed one. */
function siblings(cli: string): string | null {
  const extension = path.dirname(path.dirname(cli));
  const [, name] = /^(.+?)-\d/.exec(path.basename(extension)) ?? [];
  return name === undefined
    ? null
    : `${quoted(path.join(path.dirname(extension), `${name}-`))}*/dist/cli.cjs`;
}

/** Up to `exec` it starts no process: agents and their hooks call it all the time. */
function shellScript({ node, cli }: Launched): string {
  const others = siblings(cli);
  const search = `  for each in ${others ?? ''}; do
    if [ -r "$each" ] && { [ -z "$cli" ] || [ "$each" -nt "$cli" ]; }; then cli=$each; fi
  done
`;
  return `#!/bin/sh
# Written by Signalbox when it starts in the editor; the next start writes it anew.
node=${quoted(node)}
cli=${quoted(cli)}
if [ ! -r "$cli" ]; then
  cli=
${others === null ? '' : search}fi
if [ ! -x "$node" ]; then node=$(command -v node); fi
if [ -z "$cli" ] || [ -z "$node" ]; then
  echo ${quoted(gone)} >&2
  echo ${quoted(whatNext)} >&2
  exit 9
fi
ELECTRON_RUN_AS_NODE=1 exec "$node" "$cli" "$@"
`;
}

const inBatch = (text: string): string => text.replaceAll('%', '%%');

const batchScript = ({ node, cli }: Launched): string =>
  [
    '@echo off',
    'rem Written by Signalbox when it starts in the editor; the next start writes it anew.',
    'setlocal',
    `set "node=${inBatch(node)}"`,
    'if not exist "%node%" set "node=node"',
    `if not exist "${inBatch(cli)}" (`,
    `  echo ${gone} 1>&2`,
    `  echo ${whatNext} 1>&2`,
    '  exit /b 9',
    ')',
    'set ELECTRON_RUN_AS_NODE=1',
    `"%node%" "${inBatch(cli)}" %*`,
    '',
  ].join('\r\n');

/**
 * Writes the launchers `signalbox` and `signalbox.cmd` into a folder that outlives updates of the extension: terminals,
 * hooks and MCP entries name only these. Another window may do the same at the same time; each sees a whole file.
 * @param folder absolute; it and the one above are made for the user alone where they are missing.
 * @returns whether anything was written: this version, or this editor, is another one than last time.
 */
export async function writeLauncher(folder: string, launched: Launched): Promise<boolean> {
  if (!path.isAbsolute(folder)) throw new Error(`the launcher has no place: ${folder} is no absolute path`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const each of [path.dirname(folder), folder]) await refuseOpen(each);
  const written = [
    await replace(path.join(folder, 'signalbox'), shellScript(launched)),
    await replace(path.join(folder, 'signalbox.cmd'), batchScript(launched)),
  ];
  return written.includes(true);
}

/** Agents run what lies there, so nobody else may put something there. */
async function refuseOpen(folder: string): Promise<void> {
  if (process.getuid === undefined) return;
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid()) {
    throw new Error(`the launcher is not written: ${folder} belongs to another user. Move it away.`);
  }
  if ((mode & 0o022) !== 0) {
    throw new Error(
      `the launcher is not written: others may write to ${folder}. Close it: chmod go-w ${quoted(folder)}`,
    );
  }
}

async function replace(file: string, text: string): Promise<boolean> {
  const old = await readFile(file, 'utf8').catch(() => null);
  if (old === text) return false;
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, text, { mode: 0o700, flag: 'wx' });
  // Whatever the umask took away.
  await chmod(temporary, 0o700);
  await rename(temporary, file);
  return true;
}
