import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { EventView, LeaseView } from '../protocol/views.ts';
import { ProtocolError, toProtocolError } from '../protocol/errors.ts';
import type { Client } from '../ipc/client.ts';
import type { Timers } from '../ipc/timers.ts';
import type { Call } from './book.ts';
import { Books } from './books.ts';

export interface ClientOptions {
  /** Finds the coordinator and says `hello`; rejects with a `ProtocolError`. */
  readonly connect: () => Promise<Client>;
  readonly timers: Timers;
  readonly onFault: (error: unknown) => void;
}

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
/** For who asks in the moment before a coordinator is found. */
export const notYet = (): ProtocolError =>
  new ProtocolError('unavailable', 'no coordinator answers yet', 'Wait a moment, then try again.');
const nothing: ReadonlyMap<string, LeaseView> = new Map();

/**
 * Follows the coordinator of one root as a client of the protocol, whoever that is by now, and keeps its books.
 *
 * away -> connecting -> connected (books listed, events followed) -> (the connection ends) away
 * away waits twice as long after each failure, from 50 ms to 2 s; `retry` ends the wait.
 */
export class CoordinatorClient implements Disposable {
  private readonly options: ClientOptions;
  private readonly changes: Emitter<void>;
  private readonly events: Emitter<EventView>;
  private client: Client | null = null;
  private open: Books | null = null;
  private wait: Disposable | null = null;
  private waitMs = FIRST_WAIT_MS;
  private state: 'away' | 'connecting' | 'connected' = 'away';
  private isDisposed = false;
  private reason: ProtocolError | null = null;

  constructor(options: ClientOptions) {
    this.options = options;
    this.changes = new Emitter(options.onFault);
    this.events = new Emitter(options.onFault);
  }

  /** Something of it is other than before: whether it is connected, or a book. */
  get onChange(): Event<void> {
    return this.changes.event;
  }

  /** What happens at the coordinator while it is connected. Who comes to be connected has missed what was before. */
  get onEvent(): Event<EventView> {
    return this.events.event;
  }

  get isConnected(): boolean {
    return this.state === 'connected';
  }

  /** Why it is not connected; null: it is, or has not tried yet. */
  get awayBecause(): ProtocolError | null {
    return this.reason;
  }

  /** Empty when not connected: what may be wrong by now is not shown. */
  get leases(): ReadonlyMap<string, LeaseView> {
    return this.open?.leases.leases ?? nothing;
  }

  /** Null when not connected: what may be wrong by now is not shown. */
  get books(): Books | null {
    return this.open;
  }

  readonly call: Client['request'] = async (method, params, options) => {
    if (this.client === null) throw this.reason ?? notYet();
    return this.client.request(method, params, options);
  };

  /** Connects now, at once also when it was waiting. */
  retry(): void {
    this.wait?.dispose();
    this.wait = null;
    this.waitMs = FIRST_WAIT_MS;
    void this.connect();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.wait?.dispose();
    const client = this.client;
    this.leave(null);
    client?.dispose();
    this.changes.dispose();
    this.events.dispose();
  }

  private async connect(): Promise<void> {
    if (this.state !== 'away' || this.isDisposed) return;
    this.state = 'connecting';
    let client: Client | undefined;
    try {
      client = await this.options.connect();
      this.enter(client, await this.openBooks(client));
    } catch (error) {
      client?.dispose();
      this.leave(toProtocolError(error));
    }
  }

  private async openBooks(client: Client): Promise<Books> {
    const call: Call = (method, params) => client.request(method, params);
    const books = new Books(call, (error) => {
      if (client.closed.aborted) return;
      this.options.onFault(error);
      client.dispose();
    });
    client.onNotification((notification) => {
      if (notification.method !== 'event') return;
      books.see(notification.params);
      this.events.fire(notification.params);
    });
    await books.open();
    return books;
  }

  private enter(client: Client, books: Books): void {
    client.closed.throwIfAborted();
    if (this.isDisposed) {
      books.dispose();
      client.dispose();
      return;
    }
    this.state = 'connected';
    this.client = client;
    this.open = books;
    this.reason = null;
    this.waitMs = FIRST_WAIT_MS;
    books.onChange(() => this.changes.fire());
    client.closed.addEventListener('abort', () => {
      if (this.client === client) this.leave(toProtocolError(client.closed.reason));
    });
    this.changes.fire();
  }

  private leave(reason: ProtocolError | null): void {
    this.state = 'away';
    this.open?.dispose();
    this.open = null;
    this.client = null;
    this.reason = reason;
    this.retryLater();
    this.changes.fire();
  }

  private retryLater(): void {
    if (this.isDisposed) return;
    this.wait = this.options.timers.after(this.waitMs, () => void this.connect());
    this.waitMs = Math.min(this.waitMs * 2, LONGEST_WAIT_MS);
  }
}
