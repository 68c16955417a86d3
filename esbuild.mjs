// Bundles what is shipped into dist/: `--production` makes it small, `--watch` goes on after each change.
import { rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';

const isProduction = process.argv.includes('--production');
const isWatching = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  // Electron 34, in VS Code 1.100, has Node 20.
  target: 'node20',
  format: 'cjs',
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  legalComments: 'none',
  logLevel: 'info',
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [{ ...common, entryPoints: { extension: 'src/vscode/extension.ts' }, external: ['vscode'] }];

await rm('dist', { recursive: true, force: true });
for (const options of bundles) {
  const bundle = await context(options);
  if (isWatching) {
    await bundle.watch();
    continue;
  }
  const { metafile } = await bundle.rebuild();
  await bundle.dispose();
  await writeFile(`dist/${Object.keys(options.entryPoints)[0]}.meta.json`, JSON.stringify(metafile));
}
