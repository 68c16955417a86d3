import { version } from '../../package.json';
import { nodeWorld } from './nodeWorld.ts';
import { runCli } from './runCli.ts';
import type { Catalogue } from './verb.ts';

/** Runs what the process was called for, and ends it. */
export function start(catalogue: Catalogue): void {
  const { stdout } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `signalbox history | head` has read enough.
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`signalbox: the output can't be written (${error.code ?? error.message})\n`);
    process.stderr.write('What was asked for may be done all the same; see to the output, then look.\n');
    process.exit(1);
  });

  void runCli(nodeWorld(version), catalogue).then((exitCode) => {
    if (exitCode === null) return;
    process.exitCode = exitCode;
    const exit = () => process.exit();
    // What is left is to say goodbye to the coordinator, which an agent need not wait for.
    stdout.write('', (error) => {
      if (error !== null && error !== undefined) return;
      if (exitCode === 0) exit();
      else process.stderr.write('', exit);
    });
  });
}
