import type { Socket } from 'node:net';
import type { Disposable } from '../base/disposable.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { badHelloField, HELLO_WITHIN_MS, type HelloParams, type HelloResult } from '../protocol/hello.ts';
import type { MessageId } from '../protocol/jsonrpc.ts';
import {
  isMethod,
  methods,
  type MethodName,
  PROGRESS,
  type Progress,
  type ServerMethods,
} from '../protocol/methods.ts';
import { PROTOCOL_VERSION } from '../protocol/version.ts';
import { JsonLineConnection } from './jsonLineConnection.ts';
import * as refusals from './refusals.ts';
import type { SignalOf } from './runningRequests.ts';
import type { ClientFacts, EncodedEvent, Identity, Session } from './session.ts';
import type { Timers } from './timers.ts';

export interface ServerLimits {
  /** Connections at once, those without a `hello` included. */
  readonly connections: number;
  /** Requests of one connection that may run at once. */
  readonly inFlight: number;
  readonly helloWithinMs: number;
  /** What a follower may leave unread before it is cut off, about in bytes. */
  readonly unreadEventBytes: number;
}

export const serverLimits: ServerLimits = {
  connections: 256,
  inFlight: 64,
  helloWithinMs: HELLO_WITHIN_MS,
  unreadEventBytes: 1_048_576,
};

/** Names, never values. */
export interface IpcLog {
  warn(message: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
}

export interface IncomingRequest {
  readonly method: MethodName;
  /** An object; its fields are not checked yet (schemas.ts). */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Tells the caller how far its request is. */
export type OnProgress = (done: number, total: number) => void;

export interface ServerConnectionOptions<I extends Identity> {
  readonly id: number;
  readonly socket: Socket;
  readonly timers: Timers;
  readonly limits: ServerLimits;
  readonly log: IpcLog;
  readonly about: Pick<HelloResult, 'server_version' | 'root' | 'term'>;
  /** Nothing is sent before a valid `hello`: others may reach a named pipe. */
  readonly startsMuted: boolean;
  readonly authenticate: (hello: HelloParams) => I | ProtocolError | Promise<I | ProtocolError>;
  readonly handle: (
    request: IncomingRequest,
    session: Session<I>,
    signal: SignalOf,
    onProgress: OnProgress,
  ) => unknown;
  /** It did not read its events in time. */
  readonly onCutOff: () => void;
  readonly onClosed: () => void;
}

interface Asked {
  readonly method: string;
  readonly params: unknown;
  readonly id: MessageId;
}

/** The server's end of one connection: nothing but `hello` before `hello`, and nothing that its surface may not do. */
export class ServerConnection<I extends Identity> {
  private readonly options: ServerConnectionOptions<I>;
  private readonly connection: JsonLineConnection;
  private readonly closed = new AbortController();
  private readonly helloTimer: Disposable;
  private greeting: Promise<Session<I>> | null = null;
  private current: Session<I> | null = null;

  constructor(options: ServerConnectionOptions<I>) {
    this.options = options;
    const { socket, timers, limits, log } = options;
    this.connection = new JsonLineConnection({
      socket,
      timers,
      maxInFlight: limits.inFlight,
      holdsBack: true,
      onRequest: (method, params, signal, id) => this.onRequest({ method, params, id }, signal),
      onNotification: () => undefined,
      onFault: (error, method) => log.warn('a request met a fault', { method, fault: nameOf(error) }),
      onClosed: (reason) => this.onClosed(reason),
    });
    this.connection.mute(options.startsMuted);
    this.helloTimer = timers.after(limits.helloWithinMs, () =>
      this.close(refusals.noHello(limits.helloWithinMs)),
    );
  }

  get session(): Session<I> | null {
    return this.current;
  }

  close(reason: ProtocolError): void {
    this.connection.close(reason, true);
  }

  private onRequest(asked: Asked, signal: SignalOf): unknown {
    if (this.current !== null) return this.dispatch(asked, this.current, signal);
    if (this.greeting !== null) return this.dispatchAfter(this.greeting, asked, signal);
    this.greeting = this.greet(asked.method, asked.params);
    return this.greeting.then(({ identity }) => this.welcome(identity));
  }

  /** A client may send its first requests together with `hello`. */
  private async dispatchAfter(
    greeting: Promise<Session<I>>,
    asked: Asked,
    signal: SignalOf,
  ): Promise<unknown> {
    const session = await greeting;
    return this.dispatch(asked, session, signal);
  }

  private async greet(method: string, params: unknown): Promise<Session<I>> {
    const identity = method === 'hello' ? await this.identify(params) : refusals.helloFirst();
    if (identity instanceof ProtocolError) {
      this.options.log.warn('a connection was refused', { kind: identity.kind });
      this.connection.close(identity, false);
      throw identity;
    }
    this.helloTimer.dispose();
    this.current = this.makeSession(params as HelloParams, identity);
    return this.current;
  }

  private welcome({ surface }: I): HelloResult {
    return { protocol_version: PROTOCOL_VERSION, surface, ...this.options.about };
  }

  private async identify(params: unknown): Promise<I | ProtocolError> {
    const wanted = (params as Partial<HelloParams> | null)?.protocol_version;
    const mismatch =
      Number.isSafeInteger(wanted) && wanted !== PROTOCOL_VERSION
        ? refusals.versionMismatch(Number(wanted), this.options.about.server_version)
        : null;
    const field = badHelloField(params);
    if (field !== null) return mismatch ?? refusals.badHello(field);
    const identity = await this.options.authenticate(params as HelloParams);
    if (!(identity instanceof ProtocolError)) this.connection.mute(false);
    return mismatch ?? identity;
  }

  private makeSession(hello: HelloParams, identity: I): Session<I> {
    return {
      id: this.options.id,
      client: withoutSecrets(hello),
      identity,
      closed: this.closed.signal,
      sendEvent: (event) => this.sendEvent(event),
      request: async (method, params, options) =>
        (await this.connection.request(method, params, options)) as ServerMethods[typeof method]['result'],
    };
  }

  private dispatch({ method, params, id }: Asked, session: Session<I>, signal: SignalOf): unknown {
    if (method === 'hello') throw refusals.secondHello();
    if (!isMethod(method)) throw refusals.unknownMethod(method);
    if (methods[method].surface === 'operator' && session.identity.surface !== 'operator') {
      throw refusals.operatorOnly(method);
    }
    const onProgress: OnProgress = (done, total) => {
      this.connection.notify(PROGRESS, { request: id, done, total } satisfies Progress);
    };
    return this.options.handle({ method, params: paramsObject(method, params) }, session, signal, onProgress);
  }

  private sendEvent(event: EncodedEvent): boolean {
    if (this.closed.signal.aborted) return false;
    if (this.connection.buffered <= this.options.limits.unreadEventBytes) {
      this.connection.sendLine(event.line);
      return true;
    }
    this.options.onCutOff();
    const facts = { resume_from: event.position };
    this.connection.notify('events.cut_off', facts);
    this.close(refusals.slowReader(event.position));
    return false;
  }

  private onClosed(reason: ProtocolError): void {
    this.helloTimer.dispose();
    this.closed.abort(reason);
    this.options.onClosed();
  }
}

const withoutSecrets = (hello: HelloParams): ClientFacts => ({
  protocol_version: hello.protocol_version,
  kind: hello.kind,
  name: hello.name,
  version: hello.version,
  origin: hello.origin,
  process: hello.process,
  ancestors: hello.ancestors,
  root: hello.root,
});

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

function paramsObject(method: MethodName, params: unknown): Readonly<Record<string, unknown>> {
  if (params === undefined) return {};
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) {
    return params as Readonly<Record<string, unknown>>;
  }
  throw refusals.paramsNotAnObject(method);
}
