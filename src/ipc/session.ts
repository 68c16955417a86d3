import type { HelloParams, Surface } from '../protocol/hello.ts';
import type { ServerMethods } from '../protocol/methods.ts';
import type { EventView } from '../protocol/views.ts';
import type { RequestOptions } from './jsonLineConnection.ts';
import { encodeMessage } from './outgoing.ts';
import { notificationMessage } from '../protocol/jsonrpc.ts';

/** What `hello` said, without its secrets. */
export type ClientFacts = Omit<HelloParams, 'token' | 'operator_key'>;

/** What the host makes of a `hello`; it may carry more for its own use. */
export interface Identity {
  readonly surface: Surface;
}

/** One connection after its `hello`, as the host sees it. */
export interface Session<I extends Identity> {
  /** Counts up over the server's life. */
  readonly id: number;
  readonly client: ClientFacts;
  readonly identity: I;
  /** Aborted when the connection has closed; its reason is a `ProtocolError`. */
  readonly closed: AbortSignal;
  /**
   * False, once and for all: the reader was too slow, has been told where to resume, and the connection ends.
   */
  sendEvent(event: EncodedEvent): boolean;
  /** Asks the client; rejects with a `ProtocolError` when it refuses, goes, or has no such method. */
  request<M extends keyof ServerMethods>(
    method: M,
    params: ServerMethods[M]['params'],
    options?: RequestOptions,
  ): Promise<ServerMethods[M]['result']>;
}

/** An `event` notification as the line it is on the wire: made once, sent to every follower. */
export interface EncodedEvent {
  readonly position: number;
  readonly line: string;
}

export const encodeEvent = (event: EventView): EncodedEvent => ({
  position: event.position,
  line: encodeMessage(notificationMessage('event', event)),
});
