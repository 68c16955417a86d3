import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const root = path.resolve(import.meta.dirname, '../..');

/** The rules that a small tree of files breaks, each once, sorted. */
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'layers-')));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [name, text] of Object.entries({ 'test/help.ts': 'export const help = 1;', ...files })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const options = await extractOptions(path.join(root, '.dependency-cruiser.mjs'));
    const { output } = await cruise(['src', 'test'], { ...options, baseDir: folder });
    const { violations } = (output as ICruiseResult).summary;
    return [...new Set(violations.map(({ rule }) => rule.name))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One file that imports another (a path from the root of the tree) or a package. */
function importing(from: string, to: string, statement = 'import { x } from'): Record<string, string> {
  const isPath = /^(src|test)\//.test(to);
  const specifier = isPath ? path.relative(path.dirname(from), to) : to;
  return {
    [from]: `${statement} '${specifier.startsWith('.') || !isPath ? specifier : `./${specifier}`}';`,
    ...(isPath ? { [to]: 'export const x = 1; export type X = 1;' } : {}),
  };
}

const TYPE = 'import type { X } from';

const allowed: [from: string, to: string, statement?: string][] = [
  ['src/core/a.ts', 'src/base/x.ts'],
  ['src/core/a.ts', '@noble/hashes/sha2.js'],
  ['src/coordinator/a.ts', 'src/core/x.ts'],
  ['src/configuration/a.ts', 'src/files/x.ts'],
  ['src/sources/a.ts', 'src/files/x.ts'],
  ['src/store/a.ts', 'src/coordinator/x.ts'],
  ['src/store/a.ts', 'sql.js'],
  ['src/store/a.ts', 'node:fs'],
  ['src/protocol/a.ts', 'src/core/x.ts', TYPE],
  ['src/protocol/schemas.ts', 'zod'],
  ['src/host/a.ts', 'src/store/x.ts'],
  ['src/host/a.ts', 'src/protocol/schemas.ts'],
  ['src/cli/a.ts', 'src/ipc/x.ts'],
  ['src/vscode/a.ts', 'src/host/x.ts'],
  ['src/vscode/a.ts', 'vscode'],
  ['test/core/a.ts', 'src/core/x.ts'],
];

const refused: [rule: string, from: string, to: string, statement?: string][] = [
  ['layer-base', 'src/base/a.ts', 'src/core/x.ts'],
  ['layer-core', 'src/core/a.ts', 'src/coordinator/x.ts'],
  ['layer-core', 'src/core/a.ts', 'src/coordinator/x.ts', TYPE],
  ['layer-coordinator', 'src/coordinator/a.ts', 'src/store/x.ts'],
  ['layer-files', 'src/files/a.ts', 'src/core/x.ts', TYPE],
  ['layer-sources', 'src/sources/a.ts', 'src/transports/x.ts'],
  ['layer-store', 'src/store/a.ts', 'src/host/x.ts'],
  ['layer-host', 'src/host/a.ts', 'src/cli/x.ts'],
  ['layer-mcp', 'src/mcp/a.ts', 'src/cli/x.ts'],
  ['layer-vscode', 'src/vscode/a.ts', 'src/webview/x.ts'],
  ['layer-cli', 'src/cli/a.ts', 'src/host/x.ts'],
  ['layer-unknown', 'src/helpers/a.ts', 'node:fs'],
  ['types-only-protocol', 'src/protocol/a.ts', 'src/core/x.ts'],
  ['no-node-in-pure-code', 'src/core/a.ts', 'node:fs'],
  ['no-node-in-pure-code', 'src/base/a.ts', 'timers'],
  ['no-packages-in-base', 'src/base/a.ts', '@noble/hashes/sha2.js'],
  ['only-hashes-in-core', 'src/core/a.ts', 'yaml'],
  ['only-some-import-vscode', 'src/host/a.ts', 'vscode'],
  ['only-some-import-sql.js', 'src/cli/a.ts', 'sql.js'],
  ['only-some-import-zod', 'src/cli/a.ts', 'zod'],
  ['schemas-for-servers', 'src/cli/a.ts', 'src/protocol/schemas.ts'],
  ['no-tests-in-src', 'src/core/a.ts', 'test/help.ts'],
  ['resolvable', 'src/host/a.ts', 'no-such-package'],
];

describe('the layers', () => {
  for (const [from, to, statement] of allowed) {
    it(`${from} may import ${to}${statement ? ' as types' : ''}`, async () => {
      assert.deepEqual(await brokenRules(importing(from, to, statement)), []);
    });
  }

  for (const [rule, from, to, statement] of refused) {
    it(`${rule}: ${from} may not import ${to}${statement === TYPE ? ' even as types' : ''}`, async () => {
      assert.deepEqual(await brokenRules(importing(from, to, statement)), [rule]);
    });
  }

  it('two files may not import each other', async () => {
    const files = { 'src/core/a.ts': `import './b.ts';`, 'src/core/b.ts': `import './a.ts';` };
    assert.deepEqual(await brokenRules(files), ['no-cycles']);
  });
});
