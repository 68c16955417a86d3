import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DisposableStore } from '../base/disposable.ts';
import { configurationFile } from '../configuration/configurationFile.ts';
import { confirmationStore } from '../configuration/confirmationStore.ts';
import { type ConfigurationLoader, startConfiguration } from '../configuration/startConfiguration.ts';
import { Coordinator } from '../coordinator/coordinator.ts';
import type { Log, Presence, RegisterFault, Transport } from '../coordinator/ports.ts';
import type { Settings } from '../core/model/settings.ts';
import { watchFolder } from '../files/watchFolder.ts';
import { endpointAnswers } from './endpointAnswers.ts';
import { endpointName, ownEndpointPlace } from '../ipc/endpointName.ts';
import { ensureOperatorKey } from '../ipc/operatorKey.ts';
import { startPresence } from '../ipc/presence.ts';
import { processOrigin } from '../ipc/processOrigin.ts';
import { type Server, startServer } from '../ipc/server.ts';
import { userFolder } from '../ipc/userFolder.ts';
import { openStore, type StoreOptions } from '../store/sqlite/openStore.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import { pollTransport } from '../transports/pollTransport.ts';
import { callers } from './callers.ts';
import { gitTrees } from './gitTrees.ts';
import { Heartbeat, machineClocks } from './heartbeat.ts';
import { KnownProcesses } from './knownProcesses.ts';
import { handleRequest } from './methods/handleRequest.ts';
import type { Caller } from './methods/methodContext.ts';
import { nodeClock, nodeIds, nodeScheduler } from './nodeParts.ts';
import { SourcesInForce } from './sourcesInForce.ts';

export interface HostOptions {
  /** Folder that holds `.signalbox/`. */
  readonly root: string;
  readonly version: string;
  readonly log: Log;
  /** The store's second thread: its script, or what starts it. */
  readonly storeThread: StoreOptions['snapshotWorker'];
  /** Beside `poll`, which is always there. */
  readonly transports?: (place: TransportPlace) => readonly Transport[];
  /** Where the user's own files are; by default where the system keeps them. */
  readonly userFolder?: string;
  /** Take the store over from a writer whose heartbeat is fresh, because a person said so. */
  readonly force?: boolean;
  /** False: ticks only when asked, for `serve --once`. */
  readonly isTicking?: boolean;
}

/** What a transport may need of the host that it is for. */
export interface TransportPlace {
  readonly root: string;
  readonly term: number;
  readonly settings: () => Settings;
  readonly presence: Presence;
  readonly log: Log;
}

export interface Host {
  readonly root: string;
  readonly endpoint: string;
  readonly term: number;
  readonly coordinator: Coordinator;
  /** Settles when the register has ended of itself: a failed write, or another writer. The owner disposes and decides. */
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
  const own =
    options.userFolder ?? userFolder({ platform: process.platform, home: os.homedir(), env: process.env });
  const operatorKey = ensureOperatorKey(own);
  // A writer that is taken over from on purpose may still sit on the usual name.
  const variant = options.force === true ? process.pid : 0;
  const endpoint = endpointName(root, ownEndpointPlace(process.env, os.tmpdir()), variant);
  const token = randomBytes(32).toString('base64url');
  const store = await openStore(root, { snapshotWorker: options.storeThread, answers: endpointAnswers });
  const register = await store.becomeWriter({ endpoint, token }, options.force ?? false);
  const owned = new DisposableStore();
  try {
    const parts = { ...options, root, endpoint, token, operatorKey, userFolder: own, register, owned };
    return await compose(parts);
  } catch (error) {
    owned.dispose();
    await register.close();
    throw error;
  }
}

interface Parts extends HostOptions {
  readonly endpoint: string;
  readonly token: string;
  readonly operatorKey: string;
  readonly userFolder: string;
  readonly register: SqliteRegister;
  readonly owned: DisposableStore;
}

async function compose(parts: Parts): Promise<Host> {
  const { root, register, owned, endpoint } = parts;
  const configuration = startLoader(parts, () => {
    coordinator.refresh(null);
  });
  owned.add(configuration);
  const sources = new SourcesInForce({
    root,
    readState: () => coordinator.state,
    onChange: (source) => {
      coordinator.refresh(source);
    },
  });
  owned.add(sources);
  const settings = () => configuration.current().settings;
  const presence = startPresence(() => nodeClock.now());
  let beats = 0;
  const serving: { server: Server<Caller> | null } = { server: null };
  const heartbeat = new Heartbeat(machineClocks, () => {
    beats += 1;
    if (beats % everyBeats === 0) configuration.reload();
    serving.server?.ensureReachable().catch((error: unknown) => {
      parts.log.error('the socket could not be put back', { error: String(error) });
    });
  });
  owned.add(heartbeat);
  const coordinator: Coordinator = new Coordinator({
    register,
    clock: nodeClock,
    scheduler: nodeScheduler,
    ids: nodeIds,
    log: parts.log,
    presence,
    trees: gitTrees(root, settings),
    absence: heartbeat,
    configuration: () => configuration.current(),
    sources: () => sources.of(settings()),
    transports: startTransports(parts, settings, presence),
  });
  await coordinator.open();
  const server = await serve(parts, { coordinator, configuration, presence });
  serving.server = server;
  if (parts.isTicking !== false) coordinator.startTicking();
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await server.dispose();
    await coordinator.dispose();
    owned.dispose();
    await register.close();
  };
  return {
    root,
    endpoint,
    term: register.term,
    coordinator,
    ended: register.ended,
    dispose: () => (stopping ??= stop()),
  };
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

function startTransports(parts: Parts, settings: () => Settings, presence: Presence): readonly Transport[] {
  const { root, log, register, owned } = parts;
  const transports = parts.transports?.({ root, term: register.term, settings, presence, log }) ?? [];
  for (const transport of transports) owned.add({ dispose: () => transport.dispose?.() });
  return [pollTransport, ...transports];
}

interface Served {
  readonly coordinator: Coordinator;
  readonly configuration: ConfigurationLoader;
  readonly presence: Presence;
}

function serve(parts: Parts, served: Served): Promise<Server<Caller>> {
  const { root, register, endpoint, token, operatorKey, version, log } = parts;
  const processes = parts.owned.add(new KnownProcesses(served.coordinator));
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
    handle: ({ method, params }, session, signal) =>
      handleRequest(method, params, { ...served, register, root, session, signal }),
  });
}
