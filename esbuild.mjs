// Bundles what is shipped into dist/: `--production` makes it small, `--watch` goes on after each change, `--outdir FOLDER`
// puts it elsewhere. A bundle is CommonJS, where `import.meta.url` is empty: use `__dirname` there, or pass paths in.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';

const isProduction = process.argv.includes('--production');
const isWatching = process.argv.includes('--watch');
const outdirAt = process.argv.indexOf('--outdir');
const outdir = outdirAt < 0 ? 'dist' : process.argv[outdirAt + 1];

const node = {
  bundle: true,
  platform: 'node',
  // Electron 34, in VS Code 1.100, has Node 20.
  target: 'node20',
  format: 'cjs',
  // jsonc-parser's CommonJS form can't be bundled; its other one can.
  mainFields: ['module', 'main'],
  outdir,
  outExtension: { '.js': '.cjs' },
  minify: isProduction,
  // Not shipped; it reads stack traces that people send.
  sourcemap: isProduction ? 'external' : 'linked',
  metafile: true,
  legalComments: 'none',
  logLevel: 'info',
};

/** Each bundle by its name; `beside` are files that it reads from its own folder at run time. */
const bundles = {
  extension: { entry: 'src/vscode/extension.ts', external: ['vscode'] },
  host: { entry: 'src/host/main.ts' },
  // The store's second thread: the only bundle with SQLite in it.
  store: {
    entry: 'src/store/sqlite/thread/storeThread.ts',
    beside: ['node_modules/sql.js/dist/sql-wasm.wasm'],
  },
  // Between the coordinator and one command of a worker.
  launcher: { entry: 'src/host/launcher.ts' },
  cli: { entry: 'src/cli/main.ts' },
  // One of these two is what cli.cjs goes on with.
  lease: { entry: 'src/cli/everyLeaseVerb.ts' },
  verbs: { entry: 'src/cli/everyVerb.ts' },
};

await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
const meta = { inputs: {}, outputs: {} };
for (const [name, { entry, beside = [], ...options }] of Object.entries(bundles)) {
  if (!existsSync(entry)) continue;
  const bundle = await context({ ...node, ...options, entryPoints: { [name]: entry } });
  for (const file of beside) await copyFile(file, `${outdir}/${file.split('/').at(-1)}`);
  if (isWatching) {
    await bundle.watch();
    continue;
  }
  const { metafile } = await bundle.rebuild();
  await bundle.dispose();
  Object.assign(meta.inputs, metafile.inputs);
  Object.assign(meta.outputs, metafile.outputs);
}
// What is in each bundle, for test/build.
if (!isWatching) await writeFile(`${outdir}/meta.json`, `${JSON.stringify(meta, null, 2)}\n`);
