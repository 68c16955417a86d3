import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DisposableStore } from '../base/disposable.ts';
import { configurationFile } from '../configuration/configurationFile.ts';
import { confirmationStore } from '../configuration/confirmationStore.ts';
import { type ConfigurationLoader, startConfiguration } from '../configuration/startConfiguration.ts';
import { Coordinator } from '../coordinator/coordinator.ts';
import type { Log, RegisterFault, Transport } from '../coordinator/ports.ts';
import { type SharedFileSystem, sharedFileSystem } from '../files/sharedFileSystem.ts';
import { watchFolder } from '../files/watchFolder.ts';
import { endpointName, ownEndpointPlace } from '../ipc/endpointName.ts';
import { ensureOperatorKey } from '../ipc/operatorKey.ts';
import { startPresence } from '../ipc/presence.ts';
import { writeOutsideRepos } from '../ipc/outsideRepos.ts';
import { processOrigin } from '../ipc/processOrigin.ts';
import { type Server, startServer } from '../ipc/server.ts';
import { userFolder } from '../ipc/userFolder.ts';
import { callers } from './callers.ts';
import { DailyBackups } from './dailyBackups.ts';
import { freeSpace } from './freeSpace.ts';
import { gitTrees } from './gitTrees.ts';
import { Heartbeat, machineClocks } from './heartbeat.ts';
import { KnownProcesses } from './knownProcesses.ts';
import { handleRequest } from './methods/handleRequest.ts';
import type { Caller, MethodContext } from './methods/methodContext.ts';
import { nodeClock, nodeIds, nodeScheduler } from './nodeParts.ts';
import { type Opened, openRegister, type StoreWishes } from './openRegister.ts';
import { registerError } from './registerError.ts';
import { RestoreInPlace } from './restoreInPlace.ts';
import { SourcesInForce } from './sourcesInForce.ts';
import { startTransports, startTurns, startWindows, type TransportPlace } from './startTransports.ts';
import type { Vitals } from './vitals.ts';
import type { WindowLinks } from './windowLinks.ts';

export interface HostOptions extends StoreWishes {
  /** Folder that holds `.signalbox/`. */
  readonly root: string;
  readonly version: string;
  /** A process of its own when not given. */
  readonly runsIn?: Vitals['runsIn'];
  readonly log: Log;
  /** Beside `poll`, which is always there. */
  readonly transports?: (place: TransportPlace) => readonly Transport[];
  /** Where the user's own files are; by default where the system keeps them. */
  readonly userFolder?: string;
  /** False: ticks only when asked, for `serve --once`. */
  readonly isTicking?: boolean;
}

export interface Host {
  readonly root: string;
  readonly endpoint: string;
  readonly term: number;
  readonly coordinator: Coordinator;
  /**
   * Settles when the register has ended of itself: a failed write, another writer, or (`closed`) it was restored and is to
   * be opened again. The owner disposes and decides.
   */
  readonly ended: Promise<RegisterFault>;
  /** Stops serving, writes the last snapshot, closes. Idempotent. */
  dispose(): Promise<void>;
}

const everyBeats = 5;

/**
 * Composes one coordinator over one root: the store, the configuration, sources, transports, and the socket. Nothing is
 * served before the register is loaded and the process is its writer.
 * @throws StoreBusy when another process is the writer; RegisterFault; ProtocolError for the socket
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const root = realpathSync.native(options.root);
  const folder =
    options.userFolder ?? userFolder({ platform: process.platform, home: os.homedir(), env: process.env });
  const operatorKey = ensureOperatorKey(folder);
  // A writer that is taken over from on purpose may still sit on the usual name.
  const variant = options.force === true ? process.pid : 0;
  const endpoint = endpointName(root, ownEndpointPlace(process.env, os.tmpdir()), variant);
  const token = randomBytes(32).toString('base64url');
  const sharedOn = await sharedFileSystem(path.join(root, '.signalbox', 'state'));
  const opened = await openRegister(root, sharedOn, options, { endpoint, token });
  const { register } = opened;
  const owned = new DisposableStore();
  try {
    const own = { root, endpoint, token, operatorKey, userFolder: folder, sharedOn, owned };
    const parts = { ...options, ...own, ...opened };
    return await compose(parts);
  } catch (error) {
    owned.dispose();
    await register.close();
    throw error;
  }
}

interface Parts extends HostOptions, Opened {
  readonly endpoint: string;
  readonly token: string;
  readonly operatorKey: string;
  readonly userFolder: string;
  readonly sharedOn: SharedFileSystem | null;
  readonly owned: DisposableStore;
}

async function compose(parts: Parts): Promise<Host> {
  const { root, register, owned } = parts;
  const configuration = startLoader(parts, () => {
    noteOutsideRepos(parts, configuration);
    coordinator.refresh(null);
  });
  owned.add(configuration);
  noteOutsideRepos(parts, configuration);
  const sources = owned.add(
    new SourcesInForce({
      root,
      version: parts.version,
      readState: () => coordinator.state,
      onChange: (source) => {
        coordinator.refresh(source);
      },
    }),
  );
  const settings = () => configuration.current().settings;
  const presence = startPresence(() => nodeClock.now());
  const serving: { server: Server<Caller> | null } = { server: null };
  const absence = owned.add(startHeartbeat(parts, configuration, () => serving.server));
  const { log } = parts;
  const turns = startTurns(log);
  const windows = owned.add(startWindows(log, () => coordinator));
  const place = { root, term: register.term, log, settings, presence, turns, windows };
  const transports = startTransports(parts.transports, place, owned);
  const coordinator: Coordinator = new Coordinator({
    ...nodeParts,
    register,
    log,
    presence,
    trees: gitTrees(root, settings),
    absence,
    configuration: () => configuration.current(),
    sources: () => sources.of(settings()),
    transports,
  });
  await coordinator.open();
  const made = { coordinator, configuration, presence, turns, windows };
  const { server, restoring, backups } = await startServing(parts, transports, absence, made);
  serving.server = server;
  if (parts.isTicking !== false) {
    coordinator.startTicking();
    backups.start();
  }
  return hostOf(parts, { coordinator, server, restoring });
}

/** The host as its owner has it. */
function hostOf(
  { root, endpoint, register, owned }: Parts,
  { coordinator, server, restoring }: Omit<Serving, 'backups'> & Pick<Made, 'coordinator'>,
): Host {
  let stopping: Promise<void> | null = null;
  let fault: RegisterFault | null = null;
  const ended = restoring.after(register.ended).then((reason) => (fault = reason));
  const stop = async (): Promise<void> => {
    await restoring.settled();
    await server.dispose(fault === null ? undefined : registerError(fault));
    await coordinator.dispose();
    owned.dispose();
    await register.close();
  };
  return {
    root,
    endpoint,
    term: register.term,
    coordinator,
    ended,
    dispose: () => (stopping ??= stop()),
  };
}

/** Without it only SIGNALBOX_ROOT is not believed there, so the work goes on. */
function noteOutsideRepos({ root, log }: Parts, configuration: ConfigurationLoader): void {
  const files = configurationFile(root);
  try {
    const { repos } = configuration.current().settings;
    writeOutsideRepos(
      root,
      repos.map((repo) => files.resolve(repo.path)),
    );
  } catch (error) {
    log.warn('the repos outside the root could not be written down', { error: String(error) });
  }
}

interface Made extends Pick<MethodContext, 'coordinator' | 'configuration' | 'presence' | 'turns'> {
  readonly windows: WindowLinks;
}

interface Serving extends Pick<MethodContext, 'restoring'> {
  readonly server: Server<Caller>;
  readonly backups: DailyBackups;
}

async function startServing(
  parts: Parts,
  transports: readonly Transport[],
  absence: Heartbeat,
  made: Made,
): Promise<Serving> {
  const { root, register, store, owned, log } = parts;
  const vitals: Vitals = {
    since: nodeClock.now(),
    runsIn: parts.runsIn ?? 'serve',
    clocks: () => absence.facts(),
    clients: () => server.facts(),
    disk: () => freeSpace(path.join(root, '.signalbox'), nodeScheduler),
    sharedOn: parts.sharedOn,
  };
  const backups = owned.add(new DailyBackups({ ...nodeParts, register, store, log }));
  const restoring = restoreInPlace(parts, () => made.coordinator.dispose());
  const backupFailure = () => backups.failure;
  const server: Server<Caller> = await serve(parts, transports, {
    ...made,
    vitals,
    restoring,
    backupFailure,
  });
  return { server, restoring, backups };
}

const nodeParts = { clock: nodeClock, scheduler: nodeScheduler, ids: nodeIds };

const restoreInPlace = (
  { store, register, endpoint, token }: Parts,
  quieten: () => Promise<void>,
): RestoreInPlace => new RestoreInPlace({ store, register, identity: { endpoint, token }, quieten });

/** With some beats the configuration is looked at, since a watcher may miss a change; with each one the socket's name. */
function startHeartbeat(
  { log }: Parts,
  configuration: ConfigurationLoader,
  server: () => Server<Caller> | null,
): Heartbeat {
  let beats = 0;
  return new Heartbeat(machineClocks, () => {
    beats += 1;
    if (beats % everyBeats === 0) configuration.reload();
    server()
      ?.ensureReachable()
      .catch((error: unknown) => {
        log.error('the socket could not be put back', { error: String(error) });
      });
  });
}

const startLoader = ({ root, userFolder: own, log }: Parts, onChange: () => void): ConfigurationLoader =>
  startConfiguration({
    root,
    files: configurationFile(root),
    confirmations: confirmationStore(own, root),
    now: () => nodeClock.now(),
    watch: (onFileChange) => watchFolder(path.join(root, '.signalbox'), onFileChange),
    onChange: ({ problems, pending }) => {
      log.info('the configuration was read', { problems: problems.length, waits: pending !== null });
      onChange();
    },
  });

type Served = Made & Pick<MethodContext, 'vitals' | 'restoring' | 'backupFailure'>;

function serve(parts: Parts, transports: readonly Transport[], served: Served): Promise<Server<Caller>> {
  const { root, register, endpoint, token, operatorKey, version, log } = parts;
  const failure = parts.lastFailure == null ? null : { ...parts.lastFailure, endedAt: nodeClock.now() };
  parts.owned.add(
    served.coordinator.onEvents((events) => {
      served.turns.follow(events);
    }),
  );
  const processes = parts.owned.add(new KnownProcesses(served.coordinator, transports));
  return startServer<Caller>({
    path: endpoint,
    log,
    about: { server_version: version, root, term: register.term },
    authenticate: callers({
      token,
      operatorKey,
      origin: processOrigin(),
      isWorkerProcess: (process) => processes.has(process),
    }),
    handle: ({ method, params }, session, signal, onProgress) => {
      served.windows.see(session);
      return handleRequest(method, params, {
        ...served,
        register,
        failure,
        root,
        session,
        signal,
        onProgress,
      });
    },
  });
}
