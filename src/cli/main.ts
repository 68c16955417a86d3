/** Entry of `dist/cli.cjs`, which `bin/signalbox` runs. */
import { version } from '../../package.json';
import { nodeWorld } from './nodeWorld.ts';
import { runCli } from './runCli.ts';

// `signalbox history | head` has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runCli(nodeWorld(version)).then((exitCode) => {
  if (exitCode !== null) process.exitCode = exitCode;
});
