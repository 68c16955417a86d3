import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const checkout = path.resolve(import.meta.dirname, '../..');

interface Meta {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

describe('the bundle of the command line', function () {
  this.timeout(60_000);
  const folder = temporaryFolders();

  it('holds nothing heavy, since every call of an agent starts it', () => {
    // As it is shipped.
    const dist = path.join(folder(), 'dist');
    execFileSync(process.execPath, ['esbuild.mjs', '--production', '--outdir', dist], { cwd: checkout });
    const { outputs } = JSON.parse(readFileSync(path.join(dist, 'meta.json'), 'utf8')) as Meta;
    const [, output] = Object.entries(outputs).find(([name]) => path.basename(name) === 'cli.cjs')!;
    const packages = Object.keys(output.inputs).flatMap(
      (file) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
    );
    assert.deepEqual([...new Set(packages)].sort(), [
      'ansi-regex',
      'get-east-asian-width',
      'leven',
      'string-width',
      'strip-ansi',
    ]);
    const foreign = Object.keys(output.inputs).filter((file) =>
      /^src\/(host|store|coordinator|vscode)\//.test(file),
    );
    assert.deepEqual(foreign, []);
    assert.ok(statSync(path.join(dist, 'cli.cjs')).size < 160 * 1024);
  });
});
