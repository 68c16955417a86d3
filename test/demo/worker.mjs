// One worker of the demo, as a user could write it: it takes one lease after another through the command line and does
// the work with a command. `node worker.mjs SIGNALBOX REPO`, in the folder of the repository.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const [signalbox, repo] = process.argv.slice(2);
const job = path.join(import.meta.dirname, 'job.mjs');
const nothingToDo = 8;
const noCoordinator = 9;

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

for (;;) {
  const run = [
    'run',
    '--worker',
    repo,
    '--repo',
    repo,
    '--wait',
    '1m',
    '--',
    process.execPath,
    job,
    signalbox,
  ];
  const { status } = spawnSync(signalbox, run, { stdio: 'inherit' });
  if (status === noCoordinator) pause(100);
  else if (status !== 0 && status !== nothingToDo) process.exit(status ?? 1);
}
