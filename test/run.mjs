// `npm test`: runs every suite, goes on after one that fails, and ends with `N passed, N failed, N skipped` over all.
// `node test/run.mjs unit build` runs only those. A new suite is a line of the table.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

/**
 * A `check` is one test: its command passes or fails. A `mocha` suite runs the *.test.ts files of its folder, less those
 * of other suites' folders; one with a command of its own hands its counts over in the file SIGNALBOX_TEST_COUNTS, as
 * `{ passed, failed, skipped }`, one line a run. `needs` is what test/programs.mjs installs before. Minutes: 10 by default.
 */
const suites = [
  { name: 'lint', kind: 'check', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'types', kind: 'check', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'rules', kind: 'check', command: ['node', 'test/rules.mjs'] },
  {
    name: 'unit',
    kind: 'mocha',
    folder: 'test',
    env: { NODE_V8_COVERAGE: 'coverage/raw' },
    minutes: 15,
    needs: ['python', 'socat', 'tmux'],
  },
  { name: 'coverage', kind: 'check', command: ['node', 'test/coverage.mjs'] },
  { name: 'crash', kind: 'mocha', folder: 'test/crash', minutes: 20 },
  { name: 'security', kind: 'mocha', folder: 'test/security', minutes: 15 },
  { name: 'build', kind: 'mocha', folder: 'test/build' },
  { name: 'cli', kind: 'mocha', folder: 'test/cli', needs: ['fish', 'zsh'] },
  { name: 'demo', kind: 'mocha', folder: 'test/demo' },
  { name: 'soak', kind: 'mocha', folder: 'test/soak', needs: ['tmux'] },
  { name: 'start', kind: 'mocha', folder: 'test/start', needs: ['chromium'] },
  ...['host', 'ui'].flatMap((kind) =>
    ['newest', 'oldest'].map((version) => ({
      name: `editor-${kind}-${version}`,
      kind: 'mocha',
      folder: 'test/editor',
      command: ['node', 'test/editor/run.mjs', '--kind', kind, '--version', version],
      minutes: 16,
      needs: ['chromium'],
    })),
  ),
];

/** Folders whose files are no suite of mocha's own, whether or not the table has them yet. */
const ownRunners = ['test/editor', 'test/bench'];

function testFiles({ folder }) {
  const others = [...suites.map((suite) => suite.folder), ...ownRunners];
  const inner = others.filter((other) => other?.startsWith(`${folder}/`));
  return readdirSync(folder, { recursive: true })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && !inner.some((other) => file.startsWith(`${other}/`)))
    .sort();
}

function mocha(suite) {
  const files = testFiles(suite);
  if (files.length === 0) throw new Error(`The suite ${suite.name} has no test file.`);
  return ['node', 'node_modules/mocha/bin/mocha.js', ...files];
}

/** Resolves to the exit code; a suite that hangs is ended with all that it started. */
function execute([command, ...args], env, minutes) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env, detached: true });
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(() => {
      console.log(`No end after ${minutes} minutes.`);
      end();
    }, minutes * 60_000);
    const interrupted = () => {
      end();
      process.exit(130);
    };
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    const done = (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve(code ?? 1);
    };
    child.on('error', (error) => {
      console.log(error.message);
      done(1);
    });
    child.on('exit', done);
  });
}

function readCounts(file) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(file)) return sum;
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const counts = JSON.parse(line);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  return sum;
}

async function run(suite, folder) {
  ensurePrograms(suite.needs ?? []);
  const countsFile = path.join(folder, suite.name);
  const env = { ...process.env, ...suite.env };
  if (suite.kind === 'mocha') env.SIGNALBOX_TEST_COUNTS = countsFile;
  if (suite.env?.NODE_V8_COVERAGE) {
    rmSync(suite.env.NODE_V8_COVERAGE, { recursive: true, force: true });
    mkdirSync(suite.env.NODE_V8_COVERAGE, { recursive: true });
  }
  const command = suite.command ?? mocha(suite);
  const code = await execute(command, env, suite.minutes ?? 10);
  if (suite.kind === 'check') return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };

  const counts = readCounts(countsFile);
  if (counts.passed + counts.failed + counts.skipped === 0) {
    console.log(`The suite ${suite.name} ran no test.`);
    return { ...counts, failed: 1 };
  }
  if (code !== 0 && counts.failed === 0) {
    console.log(`The suite ${suite.name} ended with ${code} though no test failed.`);
    return { ...counts, failed: 1 };
  }
  return counts;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `No such suite: ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failing = [];
const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-test-'));
try {
  for (const suite of suites) {
    if (wanted.length > 0 && !wanted.includes(suite.name)) continue;
    console.log(`\n=== ${suite.name}`);
    const counts = await run(suite, folder).catch((error) => {
      console.log(error.message);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    for (const key of Object.keys(total)) total[key] += counts[key];
    if (counts.failed > 0) failing.push(suite.name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failing.length > 0 ? `\nFailed: ${failing.join(', ')}` : '');
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = failing.length > 0 ? 1 : 0;
