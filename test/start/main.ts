/**
 * `npm start`: a real VS Code with Signalbox on a small workspace, with two scripted workers at work in its terminals: the
 * desktop one if `code` is on the PATH, else one for the browser. It ends with its window, or with Ctrl-C.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import which from 'which';
import { packageExtension } from '../editor/harness/packageExtension.ts';
import { openDesktop, openInBrowser, type Place } from './editors.ts';
import { makeWorkspace } from './workspace.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Why it can't begin; null: it can. */
function missing(): string | null {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'git is not on the PATH: install it, then run `npm start` again.';
  }
}

async function main(): Promise<number> {
  const why = missing();
  if (why !== null) {
    console.error(why);
    return 1;
  }
  // A socket's path may have 107 characters, and VS Code's own take 60 of them.
  const folder = mkdtempSync(path.join(tmpdir(), 'sbx-'));
  const interrupted = new Promise<null>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(null));
  });
  say('Packing the extension ...');
  const vsix = packageExtension();
  const place = { folder, vsix, say, workspace: makeWorkspace(path.join(folder, 'new')) };
  try {
    return await show(place, interrupted);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    say('It has ended, and what it made is removed.');
  }
}

/** Until it ends by itself or is interrupted. Answers the exit code. */
async function show(place: Place, interrupted: Promise<null>): Promise<number> {
  const code = await which('code', { nothrow: true });
  const opened = await Promise.race([
    code === null ? openInBrowser(place) : openDesktop(code, place),
    interrupted,
  ]);
  if (opened === null) return 130;
  say('');
  for (const line of opened.where) say(line);
  say(`\nThe workspace is ${opened.workspace}, with two workers in its terminals: see its README.md.`);
  try {
    await Promise.race([interrupted, opened.ended]);
    return 0;
  } finally {
    await opened.stop();
  }
}

process.exitCode = await main();
