import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nodeTimers } from '../ipc/timers.ts';
import { exitCodeOf } from '../protocol/exitCodes.ts';
import { commandsOf } from './commandsOf.ts';
import { FaultEndpoint } from './faultEndpoint.ts';
import { type HostFailure, hostFailure } from './hostFailure.ts';
import { HostSupervisor } from './hostSupervisor.ts';
import { isOwnWriter } from './isOwnWriter.ts';
import { lineLog } from './lineLog.ts';
import { hostsHere } from './runHost.ts';
import { type HostOptions, startHost } from './startHost.ts';

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
 * The headless coordinator: `serve --root DIR [--once] [--new] [--restore FILE] [--verbose]`. Says in one line when it is ready; goes on
 * after a fault of the disk; ends cleanly on SIGINT and SIGTERM. Answers its exit code.
 */
export async function serve(args: readonly string[], { bundles, version }: ServePlace): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      root: { type: 'string' },
      once: { type: 'boolean' },
      new: { type: 'boolean' },
      restore: { type: 'string' },
      verbose: { type: 'boolean' },
    },
  });
  const root = realpathSync.native(values.root ?? process.cwd());
  if (!existsSync(path.join(root, '.signalbox'))) return fail(notInitialised(root));
  const log = lineLog((level, line) => {
    if (level !== 'info' || values.verbose === true) process.stderr.write(`${line}\n`);
  });
  const storeThread = path.join(bundles, 'store.cjs');
  const transports = commandsOf(bundles);
  const restore = values.restore === undefined ? {} : { restoreFrom: values.restore };
  const options = {
    root,
    version,
    log,
    storeThread,
    transports,
    beginsAnew: values.new === true,
    ...restore,
  };
  return values.once === true ? once(options) : untilStopped(options);
}

const notInitialised = (root: string): HostFailure => ({
  kind: 'unavailable',
  fault: null,
  message: `${root} has no .signalbox folder`,
  next: `Run: signalbox init, in ${root}.`,
  pid: null,
});

async function once(options: HostOptions): Promise<number> {
  try {
    const host = await startHost({ ...options, isTicking: false });
    await host.coordinator.tick();
    await host.dispose();
    return 0;
  } catch (error) {
    return fail(hostFailure(error));
  }
}

/** Another try can change nothing, or would fight with the one who took over. */
function isFinal({ kind, fault }: HostFailure): boolean {
  if (kind === 'busy') return true;
  return fault === 'replaced' || fault === 'damaged' || fault === 'newer_schema';
}

const withoutRestore = ({ restoreFrom: _, ...options }: HostOptions): HostOptions => options;

async function untilStopped(options: HostOptions): Promise<number> {
  const { root, log, version } = options;
  let hasServed = false;
  const words = { ...log, error: (message: string | Error) => log.error(String(message)) };
  const supervisor = new HostSupervisor({
    root,
    // Only the first life may begin anew or restore: a store that is removed later is for a person to see to again.
    startRun: hostsHere(({ force, lastFailure }) => ({
      ...(hasServed ? withoutRestore(options) : options),
      force,
      lastFailure,
      beginsAnew: options.beginsAnew === true && !hasServed,
    })),
    isAnswered: () => false,
    isOwnWriter: () => isOwnWriter(root),
    stopWithinMs: null,
    timers: nodeTimers,
    now: Date.now,
    log: words,
  });
  const fault = new FaultEndpoint({ root, version: () => version, supervisor, log: words });
  const gaveUp = new Promise<HostFailure>((settle) => {
    supervisor.onChange(() => {
      const { failure } = supervisor;
      if (supervisor.isServing) {
        announce(root, supervisor, hasServed);
        hasServed = true;
      } else if (failure !== null && (isFinal(failure) || !hasServed)) settle(failure);
    });
  });
  supervisor.start();
  const failure = await Promise.race([stopSignal(), gaveUp]);
  fault.dispose();
  await supervisor.stop();
  return failure === null ? 0 : fail(failure);
}

const stopSignal = (): Promise<null> =>
  new Promise((settle) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => settle(null));
  });

function announce(root: string, { place }: HostSupervisor, isAgain: boolean): void {
  const { term, endpoint } = place ?? { term: 0, endpoint: '' };
  const facts = `pid ${process.pid}, term ${term}, ${endpoint}`;
  process.stdout.write(`Signalbox serves ${root}${isAgain ? ' again' : ''} (${facts}). Ctrl-C stops it.\n`);
}
