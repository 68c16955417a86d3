import { type Deferred, deferred } from '../../src/base/deferred.ts';
import {
  type EventPage,
  type HistoryFilter,
  type Register,
  RegisterFault,
} from '../../src/coordinator/ports.ts';
import type { RegisterEvent } from '../../src/core/events.ts';

/** A register whose confirmations wait while a test holds them, or fail. */
export class HeldRegister implements Register {
  private readonly inner: Register;
  private gate: Deferred<undefined> = deferred();
  private fault: RegisterFault | null = null;

  constructor(inner: Register) {
    this.inner = inner;
    this.release();
  }

  hold(): void {
    this.gate = deferred();
  }

  release(): void {
    this.gate.resolve(undefined);
  }

  /** What is under way and all that comes fails: its outcome is unknown. */
  fail(): void {
    this.fault = new RegisterFault('storage', 'the disk is full');
    this.release();
  }

  replay(): AsyncIterable<readonly RegisterEvent[]> {
    return this.inner.replay();
  }

  append(expected: number, events: readonly RegisterEvent[]): Promise<void> {
    return this.settle(this.inner.append(expected, events));
  }

  confirm(): Promise<void> {
    return this.settle(this.inner.confirm());
  }

  history(filter: HistoryFilter, from: number, limit: number): Promise<EventPage> {
    return this.inner.history(filter, from, limit);
  }

  completeFrom(from: number): Promise<number> {
    return this.inner.completeFrom(from);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  private async settle(done: Promise<void>): Promise<void> {
    await this.gate.promise;
    await done;
    if (this.fault !== null) throw this.fault;
  }
}
