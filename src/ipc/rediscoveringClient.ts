/**
 * Hand-over, seen from a client: the coordinator goes (closed window, reload, crash), another takes over, and a request
 * is repeated there under the same request id until it has an answer or the time for giving up is over (protocol, Wire).
 *
 * Repeated: what never reached a coordinator; reads and commands whose connection closed, whose writer moved, or whose
 * outcome is unknown (`storage`). Not repeated: any other answer, a time-out, and actions that may have begun.
 */
import { type Event, Emitter } from '../base/emitter.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { isMutating, type MethodName, methods, type Params } from '../protocol/methods.ts';
import type { Client, Requester } from './client.ts';
import { pause, untilAborted } from './pause.ts';
import type { Timers } from './timers.ts';

export interface RediscoveringOptions {
  /** Such as `connectToCoordinator`; asked anew for every connection. */
  readonly connect: () => Promise<Client>;
  /** 6,000; for hooks 1,000. */
  readonly giveUpAfterMs: number;
  readonly now: () => number;
  readonly timers: Timers;
  /** A new UUIDv7. */
  readonly newRequestId: () => string;
}

export interface RediscoveringClient extends Requester {
  /** Every new connection: subscribe anew here. */
  readonly onConnected: Event<Client>;
}

export const GIVE_UP_AFTER_MS = 6_000;
export const HOOK_GIVES_UP_AFTER_MS = 1_000;
/** A writer that has shown no sign for so long is not one that is just handing over (architecture, Liveness). */
const FRESH_HEARTBEAT_MS = 10_000;
const PAUSES_MS = [25, 50, 100, 200, 400];
/** A token is read, then the writer changes, then it is shown: once is a race, more is a wrong token. */
const MAX_REFUSED_TOKENS = 2;

export function rediscoveringClient(options: RediscoveringOptions): RediscoveringClient {
  const connected = new Emitter<Client>(() => undefined);
  const disposal = new AbortController();
  let current: Promise<Client> | null = null;
  let wasConnected = false;

  const client = (): Promise<Client> => {
    current ??= options.connect().then(
      (fresh) => {
        wasConnected = true;
        fresh.closed.addEventListener('abort', () => (current = null), { once: true });
        if (disposal.signal.aborted) fresh.dispose();
        else connected.fire(fresh);
        return fresh;
      },
      (error: unknown) => {
        current = null;
        throw error;
      },
    );
    return current;
  };

  return {
    onConnected: connected.event,
    request: async (method, params, requestOptions = {}) => {
      const signals = [disposal.signal, requestOptions.signal].filter((signal) => signal !== undefined);

      const attempt = new Attempts(options, () => wasConnected);
      const fixed = withRequestId(method, params, options.newRequestId);
      for (;;) {
        for (const signal of signals) signal.throwIfAborted();
        attempt.begin();
        try {
          const found = await untilAborted(client(), signals);
          attempt.reached();
          return await found.request(method, fixed, requestOptions);
        } catch (error) {
          if (!attempt.mayRepeat(method, error)) throw attempt.reasonOf(error);
          await pause(attempt.pauseMs(), options.timers, signals);
        }
      }
    },
    dispose: () => {
      disposal.abort(disposedError());
      connected.dispose();
      current?.then(
        (open) => open.dispose(),
        () => undefined,
      );
    },
  };
}

const disposedError = (): ProtocolError =>
  new ProtocolError('unavailable', 'this client was disposed', 'Make another one.', {
    facts: { disposed: true },
  });

function withRequestId<M extends MethodName>(method: M, params: Params<M>, newId: () => string): Params<M> {
  const given: object = params as object;
  // A command's parameters may hold a request id: methods.ts makes it so for all of them.
  return isMutating(method) && !('request_id' in given)
    ? ({ ...given, request_id: newId() } as Params<M>)
    : params;
}

/** One request's tries: how often, since when they fail, and whether the last one reached a coordinator. */
class Attempts {
  private readonly options: RediscoveringOptions;
  private readonly wasConnected: () => boolean;
  private failingSince: number | null = null;
  private begunAt = 0;
  private hasReached = false;
  private failures = 0;
  private refusedTokens = 0;
  /** Why the coordinator went, if it was its disk: nobody being there since is only what follows from it. */
  private storage: ProtocolError | null = null;

  constructor(options: RediscoveringOptions, wasConnected: () => boolean) {
    this.options = options;
    this.wasConnected = wasConnected;
  }

  begin(): void {
    this.begunAt = this.options.now();
    this.hasReached = false;
  }

  reached(): void {
    this.hasReached = true;
  }

  mayRepeat(method: MethodName, error: unknown): boolean {
    if (!(error instanceof ProtocolError)) return false;
    if (error.kind === 'storage') this.storage = error;
    const now = this.options.now();
    // A request that ran for longer than the time to give up had a coordinator: this failure is a new one.
    if (this.failingSince === null || now - this.begunAt >= this.options.giveUpAfterMs) {
      this.failingSince = now;
    }
    if (now - this.failingSince >= this.options.giveUpAfterMs) return false;
    this.failures += 1;
    return this.hasReached ? isUnknownOutcome(method, error) : this.mayConnectAgain(error);
  }

  reasonOf(error: unknown): unknown {
    const isAbsent = error instanceof ProtocolError && error.facts['discovery'] !== undefined;
    return isAbsent && this.storage !== null ? this.storage : error;
  }

  pauseMs(): number {
    return PAUSES_MS[Math.min(this.failures, PAUSES_MS.length) - 1] ?? 0;
  }

  private mayConnectAgain(error: ProtocolError): boolean {
    if (error.kind === 'unauthenticated') return ++this.refusedTokens < MAX_REFUSED_TOKENS;
    // Its disk fails, and it tries to open its store again.
    if (error.kind === 'storage') return true;
    if (error.kind !== 'unavailable' || error.facts['version_mismatch'] === true) return false;
    const { discovery, heartbeat_at: heartbeatAt } = error.facts;
    if (this.wasConnected()) return discovery !== 'not_initialised';
    if (discovery === undefined) return error.facts['disposed'] !== true;
    return (
      discovery === 'stale' &&
      typeof heartbeatAt === 'number' &&
      this.options.now() - heartbeatAt < FRESH_HEARTBEAT_MS
    );
  }
}

function isUnknownOutcome(method: MethodName, error: ProtocolError): boolean {
  if (methods[method].kind === 'action') return false;
  return error.kind === 'storage' || error.isMoved || error.facts['closed'] === true;
}
