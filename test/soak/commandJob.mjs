// What a command worker runs for each lease, below `signalbox run`.
import { work } from './work.mjs';

const lease = process.env.SIGNALBOX_LEASE;
/** Its one epoch: a command is started once for a lease. */
const epoch_counter = 1;

function die() {
  process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

work({ id: lease, epoch_counter, continuation: 0 }, ['--lease', lease], die);
