import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const made = new Map<string, Promise<string>>();
let folder: string | null = null;

/** One folder a test run, with sql.js's wasm in it, removed when the run ends. */
function outputFolder(): string {
  if (folder !== null) return folder;
  const output = mkdtempSync(join(tmpdir(), 'signalbox-bundled-'));
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  const require = createRequire(import.meta.url);
  copyFileSync(require.resolve('sql.js/dist/sql-wasm.wasm'), join(output, 'sql-wasm.wasm'));
  folder = output;
  return output;
}

async function make(entry: string): Promise<string> {
  const outfile = join(outputFolder(), `${basename(entry, '.ts')}.cjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}

/** Bundles a program or thread of the tests as the product is bundled, once a run. Returns its path. */
export function bundled(entry: string): Promise<string> {
  const before = made.get(entry);
  if (before !== undefined) return before;
  const making = make(entry);
  made.set(entry, making);
  return making;
}

/** The second thread of the store, as the host ships it. */
export const bundledStoreThread = (): Promise<string> => bundled('src/store/sqlite/thread/storeThread.ts');
