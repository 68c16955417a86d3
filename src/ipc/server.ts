import type { Socket } from 'node:net';
import type { ProtocolError } from '../protocol/errors.ts';
import { JsonLineConnection } from './jsonLineConnection.ts';
import { listenAt } from './listenAt.ts';
import * as refusals from './refusals.ts';
import {
  type IpcLog,
  ServerConnection,
  type ServerConnectionOptions,
  type ServerLimits,
  serverLimits,
} from './serverConnection.ts';
import type { Identity, Session } from './session.ts';
import { nodeTimers, type Timers } from './timers.ts';

export interface ServerOptions<I extends Identity> extends Pick<
  ServerConnectionOptions<I>,
  'about' | 'authenticate' | 'handle'
> {
  /** Of `endpointName`. */
  readonly path: string;
  readonly log: IpcLog;
  readonly limits?: Partial<ServerLimits>;
  readonly timers?: Timers;
  /** Default: only on a named pipe. */
  readonly startsMuted?: boolean;
}

/** Since it listens. */
export interface ServerFacts {
  /** Connections now, and how many there may be. */
  readonly connected: number;
  readonly limit: number;
  /** Followers that did not read in time. */
  readonly cutOff: number;
  readonly turnedAway: number;
}

export interface Server<I extends Identity> {
  readonly path: string;
  /** Sessions past their `hello`, in order of arrival. */
  sessions(): readonly Session<I>[];
  facts(): ServerFacts;
  /** Takes its name back if the socket is gone, such as by a cleaner of temporary folders. Ask at each heartbeat. */
  ensureReachable(): Promise<void>;
  /** Answers what runs with the reason (default: moved), tells it to the others, closes. Settles when all are closed. */
  dispose(reason?: ProtocolError): Promise<void>;
}

/**
 * Listens until it is disposed.
 * @throws ProtocolError `busy` when somebody listens there, `sandboxed` when sockets are not allowed.
 */
export async function startServer<I extends Identity>(options: ServerOptions<I>): Promise<Server<I>> {
  const timers = options.timers ?? nodeTimers;
  const limits = { ...serverLimits, ...options.limits };
  const startsMuted = options.startsMuted ?? options.path.startsWith('\\\\');
  const open = new Map<number, ServerConnection<I>>();
  const allClosed: (() => void)[] = [];
  let lastId = 0;
  let isDisposed = false;
  let cutOff = 0;
  let turnedAway = 0;
  const hasEnded = () => isDisposed;

  const onClosed = (id: number) => {
    open.delete(id);
    if (open.size === 0) for (const settle of allClosed.splice(0)) settle();
  };
  const onSocket = (socket: Socket) => {
    if (open.size >= limits.connections || isDisposed) {
      const reason = isDisposed ? refusals.moved() : refusals.tooManyConnections(limits.connections);
      if (!isDisposed) turnedAway += 1;
      turnAway(socket, reason, timers, startsMuted);
      return;
    }
    lastId += 1;
    const id = lastId;
    const { log, about, authenticate, handle } = options;
    const onCutOff = () => (cutOff += 1);
    const own = { id, socket, timers, limits, startsMuted, onCutOff, onClosed: () => onClosed(id) };
    open.set(id, new ServerConnection({ ...own, log, about, authenticate, handle }));
  };

  let listener = await listenAt(options.path, onSocket);
  return {
    path: options.path,
    sessions: () => [...open.values()].flatMap(({ session }) => session ?? []),
    facts: () => ({ connected: open.size, limit: limits.connections, cutOff, turnedAway }),
    ensureReachable: async () => {
      if (hasEnded() || listener.isInPlace()) return;
      const former = listener;
      listener = await listenAt(options.path, onSocket);
      former.close();
      if (hasEnded()) listener.close();
    },
    dispose: async (reason = refusals.moved()) => {
      if (!isDisposed) listener.close();
      isDisposed = true;
      const done = new Promise<void>((settle) => allClosed.push(settle));
      for (const connection of open.values()) connection.close(reason);
      if (open.size > 0) await done;
    },
  };
}

function turnAway(socket: Socket, reason: ProtocolError, timers: Timers, isMuted: boolean): void {
  const ignore = () => undefined;
  const handlers = { onRequest: ignore, onNotification: ignore, onClosed: ignore, onFault: ignore };
  const connection = new JsonLineConnection({
    ...handlers,
    socket,
    timers,
    maxInFlight: 0,
    holdsBack: true,
  });
  connection.mute(isMuted);
  connection.close(reason, true);
}
