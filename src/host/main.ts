/**
 * Entry of the host's bundle: a worker thread of the editor, the process behind `signalbox serve`, or the one that does
 * something with a store that nobody serves.
 */
import { isMainThread } from 'node:worker_threads';
import { version } from '../../package.json';
import { backupsCommand } from './backupsCommand.ts';
import { serve } from './serve.ts';
import { storeCommand } from './storeCommand.ts';
import { storeDoctor } from './storeDoctor.ts';
import { runThread } from './thread.ts';

async function main(): Promise<void> {
  if (!isMainThread) return runThread();
  const [verb, ...args] = process.argv.slice(2);
  if (verb === 'doctor') {
    process.exitCode = await storeDoctor(args, __dirname);
    return;
  }
  if (verb === 'backups') {
    process.exitCode = backupsCommand(args);
    return;
  }
  if (verb === 'store') {
    process.exitCode = await storeCommand(args, __dirname);
    return;
  }
  if (verb !== 'serve') throw new Error('only `serve` starts here: run `signalbox serve`');
  process.exitCode = await serve(args, { bundles: __dirname, version });
}

void main().catch((error: unknown) => {
  process.stderr.write(`signalbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
