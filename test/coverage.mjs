// Every line, branch and function of src/core is run by the unit suite, which leaves what it ran in coverage/raw.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const raw = 'coverage/raw';
const covered = 'src/core';

/** A file that only declares types is never loaded, so it has nothing to cover. */
function isTypesOnly(file) {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  });
  return ['', 'export {};'].includes(outputText.trim());
}

process.chdir(path.resolve(import.meta.dirname, '..'));
if (!existsSync(raw)) {
  console.error(`No ${raw}: run \`npm run coverage\`, or the suite unit before this one.`);
  process.exit(1);
}
const files = readdirSync(covered, { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.join(covered, file));
const excluded = files.filter(isTypesOnly).flatMap((file) => ['--exclude', file]);
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/c8/bin/c8.js', 'report', '--temp-directory', raw],
    ...['--all', '--src', covered, '--include', `${covered}/**/*.ts`, ...excluded],
    ...[
      '--check-coverage',
      '--lines',
      '100',
      '--branches',
      '100',
      '--functions',
      '100',
      '--statements',
      '100',
    ],
    ...['--skip-full', '--reporter', 'text', '--reporter', 'html', '--reports-dir', 'coverage/report'],
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
