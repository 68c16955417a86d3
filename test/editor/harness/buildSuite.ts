import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { checkout } from './editors.ts';

const source = path.join(checkout, 'test/editor/suite');
/** Below node_modules, where what is bundled still finds mocha. */
const target = path.join(checkout, 'node_modules/.cache/signalbox/suite');

/**
 * Bundles the tests that run inside the extension host, one file each beside the index that VS Code loads.
 * @returns the path of the index.
 */
export async function buildSuite(): Promise<string> {
  const folder = path.join(target, String(process.pid));
  await rm(target, { recursive: true, force: true });
  const tests = readdirSync(source).filter((file) => file.endsWith('.test.ts'));
  await build({
    entryPoints: ['index.ts', ...tests].map((file) => path.join(source, file)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return path.join(folder, 'index.cjs');
}
