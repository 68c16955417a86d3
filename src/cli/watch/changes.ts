/**
 * What happens in the register, across coordinators: events without gap or repeat, and word of it when the coordinator
 * goes and when another one, or the same, is there again.
 */
import { deferred, type Deferred } from '../../base/deferred.ts';
import type { Client } from '../../ipc/client.ts';
import { pause, untilAborted } from '../../ipc/pause.ts';
import type { Timers } from '../../ipc/timers.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { EventView } from '../../protocol/views.ts';
import type { ServerConnection } from '../serverConnection.ts';

export type Change =
  /** Events come from now on. Not complete: some were archived, or taken back by a restore, and are not told. */
  | { readonly kind: 'connected'; readonly position: number; readonly isComplete: boolean }
  | { readonly kind: 'events'; readonly events: readonly EventView[] }
  | { readonly kind: 'lost'; readonly error: ProtocolError };

const TRY_AGAIN_AFTER_MS = 1_000;

/** Whether another coordinator, or the same one a little later, may answer. */
export function passes(error: unknown): error is ProtocolError {
  if (!(error instanceof ProtocolError)) return false;
  if (error.facts['version_mismatch'] === true || error.facts['discovery'] === 'not_initialised')
    return false;
  return ['unavailable', 'storage', 'busy', 'unauthenticated'].includes(error.kind);
}

/**
 * Until it is aborted; then it rejects with the signal's reason. Rejects with a `ProtocolError` when there is no
 * coordinator to begin with, or with a refusal that waiting does not mend.
 */
export async function* changes(
  server: ServerConnection,
  timers: Timers,
  signal: AbortSignal,
): AsyncGenerator<Change, never> {
  let inbox = new Inbox();
  server.onConnected((client) => (inbox = new Inbox(client)));
  /** The next position to be told; null: from now on. */
  let next: number | null = null;
  let isFirst = true;
  for (;;) {
    try {
      const { position, isComplete } = await subscribe(server, next, signal);
      next = isComplete ? (next ?? position + 1) : position + 1;
      yield { kind: 'connected', position, isComplete: isFirst || isComplete };
      isFirst = false;
      for (;;) {
        const events = await untilAborted(inbox.take(), [signal]);
        next = (events.at(-1)?.position ?? next - 1) + 1;
        yield { kind: 'events', events };
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CutOff) continue;
      if (isFirst || !passes(error)) throw error;
      yield { kind: 'lost', error: isEndOfConnection(error) ? gone(error) : error };
      await pause(TRY_AGAIN_AFTER_MS, timers, [signal]);
    }
  }
}

const isEndOfConnection = (error: ProtocolError): boolean => error.isMoved || error.facts['closed'] === true;

/** In other words than for a request, which could be repeated. */
const gone = (cause: ProtocolError): ProtocolError =>
  new ProtocolError(
    'unavailable',
    'the coordinator has gone',
    'Another one may take over; else open the folder in VS Code, or run `signalbox serve`.',
    { cause },
  );

/**
 * From that position on; where that can't be, from now on. @param from null: from now on.
 * @returns position: of the register; isComplete: nothing is left out.
 */
async function subscribe(
  server: ServerConnection,
  from: number | null,
  signal: AbortSignal,
): Promise<{ readonly position: number; readonly isComplete: boolean }> {
  const fromNow = async (isComplete: boolean) => {
    const { position } = await server.request('events.subscribe', {}, { signal });
    return { position, isComplete };
  };
  if (from === null) return fromNow(true);
  try {
    const { position } = await server.request('events.subscribe', { from }, { signal });
    // A register that went back to a backup would be silent until it is as long again.
    return position < from - 1 ? await fromNow(false) : { position, isComplete: true };
  } catch (error) {
    if (error instanceof ProtocolError && error.kind === 'gone') return fromNow(false);
    throw error;
  }
}

/** It read too slowly and is to subscribe anew. */
class CutOff extends Error {}

/** What one connection has brought and nobody has taken. */
class Inbox {
  private readonly events: EventView[] = [];
  private end: Error | null = null;
  private waiting: Deferred<void> | null = null;

  constructor(client?: Client) {
    client?.onNotification((notification) => {
      if (notification.method === 'event') this.events.push(notification.params);
      else this.end ??= new CutOff();
      this.waiting?.resolve();
    });
    client?.closed.addEventListener('abort', () => {
      this.end ??= client.closed.reason as Error;
      this.waiting?.resolve();
    });
  }

  /** All that is there, as soon as there is something. Rejects when no more comes. */
  async take(): Promise<readonly EventView[]> {
    if (this.events.length === 0 && this.end === null) {
      this.waiting = deferred();
      await this.waiting.promise;
    }
    if (this.events.length === 0 && this.end !== null) throw this.end;
    return this.events.splice(0);
  }
}
