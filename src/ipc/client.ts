import net from 'node:net';
import { type Event, Emitter } from '../base/emitter.ts';
import { faultCodes, ProtocolError } from '../protocol/errors.ts';
import type { HelloParams, HelloResult } from '../protocol/hello.ts';
import type { MethodName, Params, Result, ServerMethods, ServerNotifications } from '../protocol/methods.ts';
import { connectError } from './connectError.ts';
import { JsonLineConnection, type RequestOptions } from './jsonLineConnection.ts';
import { nodeTimers, type Timers } from './timers.ts';

/** What a window does for the coordinator; a method that is not here is answered as unknown. */
export type ClientHandlers = {
  readonly [M in keyof ServerMethods]?: (
    params: ServerMethods[M]['params'],
    signal: AbortSignal,
  ) => Promise<ServerMethods[M]['result']>;
};

export interface ConnectOptions {
  readonly endpoint: string;
  readonly hello: HelloParams;
  /** For the connection and the answer to `hello` together. */
  readonly timeoutMs: number;
  readonly handlers?: ClientHandlers;
  readonly timers?: Timers;
}

/** How a request is made: a client of one connection, or one that finds the coordinator again, looks the same. */
export interface Requester {
  /** Rejects with a `ProtocolError`, or with the signal's reason when it is aborted. */
  request<M extends MethodName>(method: M, params: Params<M>, options?: RequestOptions): Promise<Result<M>>;
  dispose(): void;
}

export type ServerNotification = {
  [M in keyof ServerNotifications]: { readonly method: M; readonly params: ServerNotifications[M] };
}[keyof ServerNotifications];

export interface Client extends Requester {
  readonly welcome: HelloResult;
  readonly onNotification: Event<ServerNotification>;
  /** Aborted once the connection has closed; its reason is a `ProtocolError`. */
  readonly closed: AbortSignal;
}

/** Requests that the server may have running here. */
const MAX_SERVER_REQUESTS = 64;

/** Rejects with a `ProtocolError`: `unavailable`, `sandboxed`, or what `hello` was answered. */
export async function connect(options: ConnectOptions): Promise<Client> {
  const timers = options.timers ?? nodeTimers;
  const socket = await openSocket(options.endpoint, options.timeoutMs, timers);
  const notifications = new Emitter<ServerNotification>(() => undefined);
  const closed = new AbortController();
  const connection = new JsonLineConnection({
    socket,
    timers,
    maxInFlight: MAX_SERVER_REQUESTS,
    holdsBack: false,
    onRequest: (method, params, signal) => answer(options.handlers ?? {}, method, params, signal()),
    // The server is trusted to send what its version of the protocol says: `hello` made sure of it.
    onNotification: (method, params) => notifications.fire({ method, params } as ServerNotification),
    onFault: () => undefined,
    onClosed: (reason) => {
      notifications.dispose();
      closed.abort(reason);
    },
  });
  const end = () => connection.close(disposedError(), false);
  try {
    const { timeoutMs } = options;
    const welcome = (await connection.request('hello', options.hello, { timeoutMs })) as HelloResult;
    return {
      welcome,
      onNotification: notifications.event,
      closed: closed.signal,
      request: async (method, params, requestOptions) =>
        (await connection.request(method, params, requestOptions)) as Result<typeof method>,
      dispose: end,
    };
  } catch (error) {
    end();
    throw error;
  }
}

const disposedError = (): ProtocolError =>
  new ProtocolError('unavailable', 'this client has closed its connection', 'Connect again.', {
    facts: { disposed: true },
  });

function answer(handlers: ClientHandlers, method: string, params: unknown, signal: AbortSignal): unknown {
  if (method === 'endpoint.offer' && handlers['endpoint.offer'] !== undefined) {
    return handlers['endpoint.offer'](params as ServerMethods['endpoint.offer']['params'], signal);
  }
  throw new ProtocolError('invalid_params', `this client has no method ${method}`, 'Ask another client.', {
    code: faultCodes.unknownMethod,
  });
}

function openSocket(endpoint: string, timeoutMs: number, timers: Timers): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path: endpoint, allowHalfOpen: true });
    const fail = (error: Error) => {
      timer.dispose();
      socket.destroy();
      reject(connectError(error));
    };
    const timer = timers.after(timeoutMs, () => fail(new Error(`no connection within ${timeoutMs} ms`)));
    socket.once('error', fail);
    socket.once('connect', () => {
      timer.dispose();
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
