import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeOf } from '../protocol/exitCodes.ts';
import { commandsOf } from './commandsOf.ts';
import { type HostFailure, hostFailure } from './hostFailure.ts';
import { lineLog } from './lineLog.ts';
import { type Host, startHost } from './startHost.ts';

export interface ServePlace {
  /** Folder of the bundles: the store's thread lies there. */
  readonly bundles: string;
  readonly version: string;
}

const fail = (failure: HostFailure): number => {
  process.stderr.write(`signalbox: ${failure.message}\n${failure.next}\n`);
  return exitCodeOf[failure.kind];
};

/**
 * The headless coordinator: `serve --root DIR [--once] [--verbose]`. Says in one line when it is ready; ends cleanly on
 * SIGINT and SIGTERM. Answers its exit code.
 */
export async function serve(args: readonly string[], { bundles, version }: ServePlace): Promise<number> {
  const options = {
    root: { type: 'string' },
    once: { type: 'boolean' },
    verbose: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const root = realpathSync.native(values.root ?? process.cwd());
  if (!existsSync(path.join(root, '.signalbox'))) {
    const message = `${root} has no .signalbox folder`;
    return fail({ kind: 'unavailable', message, next: `Run: signalbox init, in ${root}.`, pid: null });
  }
  const log = lineLog((level, line) => {
    if (level !== 'info' || values.verbose === true) process.stderr.write(`${line}\n`);
  });
  const storeThread = path.join(bundles, 'store.cjs');
  try {
    const isTicking = values.once !== true;
    const host = await startHost({
      root,
      version,
      log,
      storeThread,
      isTicking,
      transports: commandsOf(bundles),
    });
    return values.once === true ? await once(host) : await untilStopped(host);
  } catch (error) {
    return fail(hostFailure(error));
  }
}

async function once(host: Host): Promise<number> {
  await host.coordinator.tick();
  await host.dispose();
  return 0;
}

async function untilStopped(host: Host): Promise<number> {
  const { root, endpoint, term } = host;
  process.stdout.write(
    `Signalbox serves ${root} (pid ${String(process.pid)}, term ${String(term)}, ${endpoint}). Ctrl-C stops it.\n`,
  );
  const stopped = new Promise<null>((settle) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        settle(null);
      });
    }
  });
  const fault = await Promise.race([stopped, host.ended]);
  await host.dispose();
  return fault === null ? 0 : fail(hostFailure(fault));
}
