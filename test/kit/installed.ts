import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const checkout = path.resolve(import.meta.dirname, '../..');
let folder: string | null = null;

/**
 * The package as people have it, `bin/` and the bundles in `dist/`, built once a run of the tests and removed at its end.
 * A folder of its own: `dist/` of the checkout may be another build.
 */
export function installed(): string {
  if (folder !== null) return folder;
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-installed-')));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  execFileSync(process.execPath, ['esbuild.mjs', '--outdir', path.join(made, 'dist')], { cwd: checkout });
  cpSync(path.join(checkout, 'bin'), path.join(made, 'bin'), { recursive: true });
  folder = made;
  return made;
}
