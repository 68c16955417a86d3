import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { EventView } from '../protocol/views.ts';
import type { Call } from './book.ts';
import { DecisionBook } from './decisions/decisionBook.ts';
import { IdleTaskBook } from './idleTaskBook.ts';
import { LeaseBook } from './leaseBook.ts';
import { ScopeBook } from './scopeBook.ts';

/** The books of one connection. All are fed by its one stream of events. */
export class Books implements Disposable {
  readonly leases: LeaseBook;
  readonly decisions: DecisionBook;
  readonly scopes: ScopeBook;
  readonly idleTasks: IdleTaskBook;
  private readonly call: Call;
  private readonly changes: Emitter<void>;

  /** @param onFault told when the coordinator did not answer; the books are of no more use then. */
  constructor(call: Call, onFault: (error: unknown) => void) {
    this.call = call;
    this.changes = new Emitter(onFault);
    this.leases = new LeaseBook(call, onFault);
    this.decisions = new DecisionBook(call, onFault);
    this.scopes = new ScopeBook(call, onFault);
    this.idleTasks = new IdleTaskBook(call, onFault);
  }

  /** One of them is other than before. */
  get onChange(): Event<void> {
    return this.changes.event;
  }

  /** Lists, then follows from before the first list: what is seen twice is only looked at twice. */
  async open(): Promise<void> {
    const positions = await Promise.all(this.all.map((book) => book.open()));
    await this.call('events.subscribe', { from: Math.min(...positions) + 1 });
    for (const book of this.all) book.onChange(() => this.changes.fire());
  }

  see(event: EventView): void {
    for (const book of this.all) book.see(event);
  }

  dispose(): void {
    this.changes.dispose();
    for (const book of this.all) book.dispose();
  }

  private get all(): readonly [LeaseBook, DecisionBook, ScopeBook, IdleTaskBook] {
    return [this.leases, this.decisions, this.scopes, this.idleTasks];
  }
}
