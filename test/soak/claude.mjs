// Stands in for an agent in a tmux pane, under the name of one that Signalbox knows: `node claude.mjs WORKER`. It reads a
// line, works on the lease that the line points at, and says when its turn has ended, as an agent's hooks do.
import { spawn } from 'node:child_process';
import { signalbox, work } from './work.mjs';

const [worker] = process.argv.slice(2);
const calls = ['--worker', worker];
/** A coordinator that was started anew has heard of no turn: agents tell again that they are idle. */
const tellEveryMs = 2_000;

let line = '';
let isWorking = false;

const show = () => process.stdout.write(`\r\u001b[K> ${line}`);
const die = () => process.kill(process.pid, 'SIGKILL');

/** Not waited for: the pane goes on showing its input line. */
function tell() {
  if (isWorking) return;
  const words = ['worker', 'notice', 'turn-ended', ...calls];
  spawn(process.env.SOAK_SIGNALBOX, words, { stdio: 'ignore' });
}

function take(said) {
  const [, lease] = /^signalbox prompt --lease (\S+)$/.exec(said) ?? [];
  if (lease === undefined) {
    process.stderr.write(`an unexpected line: ${said}\r\n`);
    process.exit(1);
  }
  const { status, value } = signalbox('ack', '--lease', lease, ...calls);
  if (status === 0) work(value.lease, [...calls, '--lease', lease], die);
}

process.stdin.setRawMode(true);
process.stdin.on('data', (piece) => {
  for (const key of piece.toString()) {
    if (key !== '\r') {
      line += key;
      continue;
    }
    const said = line;
    line = '';
    process.stdout.write('\r\n');
    isWorking = true;
    take(said);
    isWorking = false;
  }
  show();
  if (line === '') tell();
});
globalThis.setInterval(tell, tellEveryMs);
show();
tell();
