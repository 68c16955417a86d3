/** Entry of `dist/cli.cjs`, which `bin/signalbox` runs. */
import { version } from '../../package.json';
import { nodeWorld } from './nodeWorld.ts';
import { runCli } from './runCli.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `signalbox history | head` has read enough.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`signalbox: the output can't be written (${error.code ?? error.message})\n`);
  process.stderr.write('What was asked for may be done all the same; see to the output, then look.\n');
  process.exit(1);
});

void runCli(nodeWorld(version)).then((exitCode) => {
  if (exitCode !== null) process.exitCode = exitCode;
});
