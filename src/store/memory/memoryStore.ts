import { type Deferred, deferred } from '../../base/deferred.ts';
import {
  type EventPage,
  type HistoryFilter,
  type Register,
  RegisterFault,
  type RegisterFaultKind,
} from '../../coordinator/ports.ts';
import type { RegisterEvent } from '../../core/events.ts';
import { checkPositions } from '../checkPositions.ts';
import { pageOf } from '../pageOf.ts';

/** What outlives the registers opened over it, as a disk would: confirmed events, and who may add to them. */
interface Shelf {
  readonly events: RegisterEvent[];
  owner: MemoryRegister | null;
}

interface Waiting {
  readonly events: readonly RegisterEvent[];
  readonly settled: Deferred<void>;
}

/** A register that lives as long as its process. Each `open` replaces the register opened before, as a take-over does. */
export class MemoryStore {
  private readonly shelf: Shelf = { events: [], owner: null };

  /** What is confirmed now, for assertions and for views that need no register. */
  get events(): readonly RegisterEvent[] {
    return this.shelf.events;
  }

  open(): Register {
    const register = new MemoryRegister(this.shelf);
    this.shelf.owner = register;
    return register;
  }
}

/** Keeps the promises of `Register` with a turn of the event loop in the place of the disk. */
class MemoryRegister implements Register {
  private readonly shelf: Shelf;
  /** Position of the last event appended, confirmed or not. */
  private last: number;
  private waiting: Waiting[] = [];
  private fault: RegisterFault | null = null;

  constructor(shelf: Shelf) {
    this.shelf = shelf;
    this.last = shelf.events.length;
  }

  async *replay(): AsyncIterable<readonly RegisterEvent[]> {
    const events = [...this.shelf.events];
    for (let start = 0; start < events.length; start += 1000) yield events.slice(start, start + 1000);
  }

  append(expected: number, events: readonly RegisterEvent[]): Promise<void> {
    const fault = this.fault ?? checkPositions(this.last, expected, events);
    if (fault !== null) return Promise.reject(fault);
    this.last += events.length;
    return this.settleNextTurn(events);
  }

  confirm(): Promise<void> {
    return this.fault === null ? this.settleNextTurn([]) : Promise.reject(this.fault);
  }

  async history(filter: HistoryFilter, from: number, limit: number): Promise<EventPage> {
    if (this.fault !== null) throw this.fault;
    return pageOf(this.shelf.events, filter, from, limit);
  }

  /** Nothing is ever moved away. */
  async completeFrom(from: number): Promise<number> {
    return from;
  }

  async close(): Promise<void> {
    this.flush();
    this.end('closed', 'this register was closed');
  }

  private settleNextTurn(events: readonly RegisterEvent[]): Promise<void> {
    if (this.waiting.length === 0) setImmediate(() => this.flush());
    const settled: Deferred<void> = deferred();
    this.waiting.push({ events, settled });
    return settled.promise;
  }

  private flush(): void {
    if (this.shelf.owner !== this) {
      this.end('replaced', 'another coordinator has taken this register over; open it again to go on');
      return;
    }
    const turn = this.waiting;
    this.waiting = [];
    for (const { events } of turn) this.shelf.events.push(...events);
    for (const { settled } of turn) settled.resolve();
  }

  private end(kind: RegisterFaultKind, message: string): void {
    this.fault ??= new RegisterFault(kind, message);
    const turn = this.waiting;
    this.waiting = [];
    for (const { settled } of turn) settled.reject(this.fault);
  }
}
