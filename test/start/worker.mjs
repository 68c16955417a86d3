// One scripted worker, as a user could write it: it takes one lease after another through the command line, and does the
// work with a command. `node worker.mjs SIGNALBOX REPO`, in the folder of the repository.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const [signalbox, repo] = process.argv.slice(2);
const job = path.join(import.meta.dirname, 'job.mjs');
const nothingToDo = 8;
const noCoordinator = 9;

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const command = [process.execPath, job, signalbox];
const run = ['run', '--worker', repo, '--repo', repo, '--wait', '5m', '--', ...command];

console.log(`I am the worker of ${repo}, and wait for work.`);
for (;;) {
  const { status } = spawnSync(signalbox, run, { stdio: ['inherit', 'inherit', 'ignore'] });
  // The editor's coordinator may only be coming.
  if (status !== 0 && status !== nothingToDo) pause(status === noCoordinator ? 500 : 5_000);
}
