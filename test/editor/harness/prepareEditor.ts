import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkout, type EditorName, editors, type EditorSpec } from './editors.ts';
import { isAlive } from './processes.ts';

export interface Editor {
  readonly name: EditorName;
  /** Version of VS Code, such as `1.139.1`. */
  readonly version: string;
  readonly node: string;
  /** The script of the server, to be run by `node`. */
  readonly server: string;
}

const run = promisify(execFile);

/**
 * Installs a VS Code from the npm registry into `SIGNALBOX_EDITOR_DIR`, else `.editor` in the checkout, once. It is made
 * beside its place and renamed when it is whole, so an interrupted install is never taken for one.
 */
export async function prepareEditor(name: EditorName, log: (line: string) => void): Promise<Editor> {
  if (process.platform !== 'linux') {
    throw new Error('This VS Code runs on Linux only; on another system use `npm run test:desktop`.');
  }
  const spec = editors[name];
  const home = process.env['SIGNALBOX_EDITOR_DIR'] ?? path.join(checkout, '.editor');
  const folder = path.join(home, spec.codeServer);
  const contents = JSON.stringify({ ...spec, arch: process.arch });
  if (!(await isReady(folder, contents))) await install(name, folder, contents, log);
  return {
    name,
    version: spec.vscode,
    node: path.join(nodeHome(folder), 'bin/node'),
    server: path.join(codeHome(folder), 'out/server-main.js'),
  };
}

const nodeHome = (folder: string): string => path.join(folder, `node_modules/node-linux-${process.arch}`);
const codeHome = (folder: string): string => path.join(folder, 'node_modules/code-server/lib/vscode');
const marker = (folder: string): string => path.join(folder, 'ready.json');

async function isReady(folder: string, contents: string): Promise<boolean> {
  return existsSync(marker(folder)) && (await readFile(marker(folder), 'utf8')) === contents;
}

async function install(
  name: EditorName,
  folder: string,
  contents: string,
  log: (line: string) => void,
): Promise<void> {
  const spec = editors[name];
  const startedAt = Date.now();
  log(`Installing VS Code ${spec.vscode} (code-server ${spec.codeServer}) into ${folder}`);
  await removeAbandoned(folder);
  const partial = `${folder}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await fill(partial, spec);
    await writeFile(marker(partial), contents);
    if (!(await isReady(folder, contents))) {
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    }
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  log(`Installed VS Code ${spec.vscode} in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

async function removeAbandoned(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const prefix = `${path.basename(folder)}.partial-`;
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(prefix) || isAlive(Number(entry.slice(prefix.length)))) continue;
    await rm(path.join(parent, entry), { recursive: true, force: true });
  }
}

async function fill(folder: string, spec: EditorSpec): Promise<void> {
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'editor', version: '0.0.0', private: true }),
  );
  // Its own scripts insist on one Node and build an addon for Kerberos; the few that are needed are built below.
  await npm(folder, [
    ...['install', '--ignore-scripts', '--no-save', `code-server@${spec.codeServer}`],
    ...[`node-linux-${process.arch}@${spec.node}`, ...spec.extra],
  ]);
  const code = codeHome(folder);
  await npm(code, ['install', '--ignore-scripts', '--omit=dev']);
  await npm(code, ['rebuild', ...spec.addons], {
    PATH: [path.join(nodeHome(folder), 'bin'), process.env['PATH']].join(path.delimiter),
    npm_config_nodedir: nodeHome(folder),
  });
  await linkOldNames(code, folder);
}

/** Versions before 1.101 look for ripgrep and other modules where VS Code's own build put them. */
async function linkOldNames(code: string, folder: string): Promise<void> {
  const bin = path.join(code, 'node_modules/@vscode/ripgrep/bin');
  if (existsSync(path.dirname(bin)) && !existsSync(path.join(bin, 'rg'))) {
    await mkdir(bin, { recursive: true });
    const universal = `node_modules/@vscode/ripgrep-universal/bin/linux-${process.arch}/rg`;
    await symlink(path.relative(bin, path.join(folder, universal)), path.join(bin, 'rg'));
  }
  const asar = path.join(code, 'node_modules.asar');
  if (!existsSync(asar)) await symlink('node_modules', asar);
}

async function npm(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const quiet = { loglevel: 'error', audit: 'false', fund: 'false', yes: 'true', update_notifier: 'false' };
  const config = Object.fromEntries(
    Object.entries(quiet).map(([key, value]) => [`npm_config_${key}`, value]),
  );
  try {
    await run('npm', args, { cwd, env: { ...process.env, ...config, ...env }, maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr ?? '';
    const hint =
      args[0] === 'rebuild' ? ' It needs python3, make and g++ (apt-get install build-essential).' : '';
    throw new Error(`npm ${args.join(' ')} failed in ${cwd}.${hint}\n${said}`, { cause });
  }
}
