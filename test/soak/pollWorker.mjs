// A worker that asks for work, below a shell: `node pollWorker.mjs WORKER REPO`. `--doomed`: it dies with its first lease.
import { pause, signalbox, work } from './work.mjs';

const [worker, repo, fate] = process.argv.slice(2);
const calls = ['--worker', worker];

/** The shell that it runs in goes too: what is left of it holds nothing. */
function die() {
  process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

for (;;) {
  const { status, value } = signalbox('next', '--worker', worker, '--repo', repo, '--wait', '5s');
  if (status === 0 && value.grant !== null) {
    const { lease } = value.grant;
    if (fate === '--doomed') die();
    work(lease, [...calls, '--lease', lease.id], die);
  } else if (status !== 8) pause(250);
}
