import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const checkout = path.resolve(import.meta.dirname, '../..');

interface Meta {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** Of each bundle of the command line: the packages in it, and its greatest size in KiB. */
const bounds: Readonly<Record<string, { readonly packages: readonly string[]; readonly size: number }>> = {
  'cli.cjs': { packages: [], size: 3 },
  'lease.cjs': { packages: ['leven'], size: 64 },
  'verbs.cjs': {
    packages: ['ansi-regex', 'get-east-asian-width', 'leven', 'string-width', 'strip-ansi'],
    size: 160,
  },
};

describe('the bundles of the command line', function () {
  this.timeout(60_000);
  const folder = temporaryFolders();

  it('hold nothing heavy, since every call of an agent starts them', () => {
    // As they are shipped.
    const dist = path.join(folder(), 'dist');
    execFileSync(process.execPath, ['esbuild.mjs', '--production', '--outdir', dist], { cwd: checkout });
    const { outputs } = JSON.parse(readFileSync(path.join(dist, 'meta.json'), 'utf8')) as Meta;
    for (const [bundle, { packages, size }] of Object.entries(bounds)) {
      const [, output] = Object.entries(outputs).find(([name]) => path.basename(name) === bundle)!;
      const inputs = Object.keys(output.inputs);
      const found = inputs.flatMap((file) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
      assert.deepEqual([...new Set(found)].sort(), packages, bundle);
      const foreign = inputs.filter((file) => /^src\/(host|store|coordinator|vscode)\//.test(file));
      assert.deepEqual(foreign, [], bundle);
      assert.ok(statSync(path.join(dist, bundle)).size < size * 1024, bundle);
    }
  });
});
