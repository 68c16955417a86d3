import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { EventView, LeaseView } from '../protocol/views.ts';
import { ProtocolError, toProtocolError } from '../protocol/errors.ts';
import type { Client } from '../ipc/client.ts';
import type { Timers } from '../ipc/timers.ts';
import { type Call, LeaseBook } from './leaseBook.ts';

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
 * Follows the coordinator of one root as a client of the protocol, whoever that is by now, and keeps its leases.
 *
 * away -> connecting -> connected (leases listed, events followed) -> (the connection ends) away
 * away waits twice as long after each failure, from 50 ms to 2 s; `retry` ends the wait.
 */
export class CoordinatorClient implements Disposable {
  private readonly options: ClientOptions;
  private readonly changes: Emitter<void>;
  private readonly events: Emitter<EventView>;
  private client: Client | null = null;
  private book: LeaseBook | null = null;
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

  /** Something of it is other than before: whether it is connected, or a lease. */
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
    return this.book?.leases ?? nothing;
  }

  readonly call: Call = async (method, params) => {
    if (this.client === null) throw this.reason ?? notYet();
    return this.client.request(method, params);
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
      this.enter(client, await this.openBook(client));
    } catch (error) {
      client?.dispose();
      this.leave(toProtocolError(error));
    }
  }

  private async openBook(client: Client): Promise<LeaseBook> {
    const call: Call = (method, params) => client.request(method, params);
    const book = new LeaseBook(call, (error) => {
      if (client.closed.aborted) return;
      this.options.onFault(error);
      client.dispose();
    });
    client.onNotification((notification) => {
      if (notification.method !== 'event') return;
      book.see(notification.params);
      this.events.fire(notification.params);
    });
    await book.open();
    return book;
  }

  private enter(client: Client, book: LeaseBook): void {
    client.closed.throwIfAborted();
    if (this.isDisposed) {
      book.dispose();
      client.dispose();
      return;
    }
    this.state = 'connected';
    this.client = client;
    this.book = book;
    this.reason = null;
    this.waitMs = FIRST_WAIT_MS;
    book.onChange(() => this.changes.fire());
    client.closed.addEventListener('abort', () => {
      if (this.client === client) this.leave(toProtocolError(client.closed.reason));
    });
    this.changes.fire();
  }

  private leave(reason: ProtocolError | null): void {
    this.state = 'away';
    this.book?.dispose();
    this.book = null;
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
