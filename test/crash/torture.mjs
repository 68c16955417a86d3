// `npm run torture`: the crash suite at length, with another seed each time; it is printed, and SIGNALBOX_CRASH_SEED sets
// it. SIGNALBOX_CRASH_KILLS, _ROUNDS and _LOSSES set how much of each.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const {
  SIGNALBOX_CRASH_SEED: seed = String(Date.now() % 1_000_000_000),
  SIGNALBOX_CRASH_KILLS: kills = '400',
  SIGNALBOX_CRASH_ROUNDS: rounds = '600',
  SIGNALBOX_CRASH_LOSSES: losses = '5000',
} = process.env;
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => path.join('test/crash', name));
console.log(`seed ${seed}: ${kills} kills, ${rounds} rounds of stopped writers, ${losses} power losses`);
const env = {
  ...process.env,
  SIGNALBOX_CRASH_SEED: seed,
  SIGNALBOX_CRASH_KILLS: kills,
  SIGNALBOX_CRASH_ROUNDS: rounds,
  SIGNALBOX_CRASH_LOSSES: losses,
};
const wanted = process.argv.slice(2);
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', ...chosen], {
  cwd: root,
  env,
  stdio: 'inherit',
});
child.on('exit', (code) => {
  console.log(`seed ${seed}`);
  process.exitCode = code ?? 1;
});
