// `npm run safeguards`: proves that each letter of store.md's last section has a test that sees its safeguard missing.
// Takes one safeguard at a time out of a copy of src and runs the tests of that letter there. Fails when one passes all
// the same, when a letter has no row, or when the code to take out is no longer there.
// `npm run safeguards -- F` takes only letters that begin so; `--why` also says what the test then saw.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { safeguards } from './safeguardTable.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const tests = 'test/store/letters';
const showsWhy = process.argv.includes('--why');
const letters = [
  ...['A', 'B', 'C', 'D', 'E', 'C1', 'C2', 'C3', 'D1', 'D2', 'D3', 'D4', 'D5', 'E1', 'E2', 'E3', 'E4'],
  ...['F1', 'F2', 'F3', 'F4', 'F5', 'G1', 'G2', 'R1', 'R2', 'S1', 'half a batch'],
];

function filesWith(folder, text) {
  const names = readdirSync(path.join(folder, tests)).map((name) => path.join(tests, name));
  const files = names.filter((name) => readFileSync(path.join(folder, name), 'utf8').includes(text));
  if (files.length === 0) throw new Error(`no test has “${text}” in its title`);
  return files;
}

/** What the tests say whose title begins with `store.md <letter>`, or all of them. */
function run(folder, letter) {
  const grep = letter === null ? 'store.md' : `store.md ${letter}:`;
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const args = [mocha, '--reporter', 'json', '--fgrep', grep, ...filesWith(folder, grep)];
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000, maxBuffer: 1 << 26 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, out, errors) => {
      try {
        resolve(JSON.parse(out.slice(out.indexOf('{\n'))));
      } catch {
        reject(new Error(`the tests did not run: ${errors || out || String(error)}`));
      }
    });
  });
}

/** Edits whole files; gives what was in them. Throws when a text to replace is not there exactly once. */
function takeOut(folder, edits) {
  const before = new Map();
  for (const [file, from, to] of edits) {
    const source = path.join(folder, 'src/store/sqlite', file);
    const text = readFileSync(source, 'utf8');
    if (!before.has(source)) before.set(source, text);
    if (text.split(from).length !== 2) {
      throw new Error(`not there exactly once in ${file}, name it anew in safeguardTable.mjs:\n${from}`);
    }
    writeFileSync(
      source,
      text.replace(from, () => to),
    );
  }
  return before;
}

async function tried(folder, { letter, edits }) {
  const before = takeOut(folder, edits);
  try {
    const { stats, failures } = await run(folder, letter);
    if (stats.tests === 0) return { isCaught: false, by: 'no test has this letter' };
    if (failures.length === 0) return { isCaught: false, by: 'its tests pass without it' };
    const { title, err } = failures[0];
    const why = showsWhy ? ` (${err.message.split('\n', 1)[0]})` : '';
    return { isCaught: true, by: title.slice(title.indexOf(':') + 2) + why };
  } finally {
    for (const [source, text] of before) writeFileSync(source, text);
  }
}

const missing = letters.filter((letter) => !safeguards.some((row) => row.letter === letter));
if (missing.length > 0) throw new Error(`no safeguard is taken out for ${missing.join(', ')}`);

const [wanted = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = safeguards.filter(({ letter }) => letter.startsWith(wanted));
const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-safeguards-'));
let survivors = 0;
try {
  for (const part of [
    'src',
    'test/kit',
    tests,
    'test/typescript.mjs',
    'test/reporter.mjs',
    '.mocharc.json',
  ]) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const { stats, failures } = await run(folder, null);
  if (failures.length > 0)
    throw new Error(`With every safeguard in place it fails: ${failures[0].fullTitle}`);
  console.log(`every safeguard in place: ${stats.passes} tests pass\n`);
  console.log('| letter | safeguard removed | test | caught |\n| --- | --- | --- | --- |');
  for (const safeguard of chosen) {
    const { isCaught, by } = await tried(folder, safeguard);
    if (!isCaught) survivors += 1;
    console.log(`| ${safeguard.letter} | ${safeguard.removed} | ${by} | ${isCaught ? 'yes' : 'NO'} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${chosen.length - survivors} of ${chosen.length} caught`);
process.exitCode = survivors === 0 ? 0 : 1;
