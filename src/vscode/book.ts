import type { Disposable } from '../base/disposable.ts';
import { type Event, Emitter } from '../base/emitter.ts';
import type { MethodName, Params, Result } from '../protocol/methods.ts';
import type { EventView } from '../protocol/views.ts';

/** Calls a method of the coordinator. Rejects with a `ProtocolError`. */
export type Call = <M extends MethodName>(method: M, params: Params<M>) => Promise<Result<M>>;

/** Above it one list is cheaper than a look at each. */
const SINGLE = 32;

/**
 * What a window knows of one matter of a coordinator. It lists once, then looks again at what each event is about; events
 * that come while it looks are looked at together, so a busy coordinator is asked no faster than it answers.
 */
export abstract class Book implements Disposable {
  protected readonly call: Call;
  private readonly changes: Emitter<void>;
  private readonly onFault: (error: unknown) => void;
  private readonly stale = new Set<string>();
  private isAllStale = false;
  private isLooking = false;
  private isDisposed = false;

  /** @param onFault told when the coordinator did not answer; the book is of no more use then. */
  constructor(call: Call, onFault: (error: unknown) => void) {
    this.call = call;
    this.onFault = onFault;
    this.changes = new Emitter(onFault);
  }

  get onChange(): Event<void> {
    return this.changes.event;
  }

  /** Lists. @returns the position at which the list was begun; what came after it comes as events. */
  open(): Promise<number> {
    return this.list();
  }

  /** An event of the subscription. */
  see(event: EventView): void {
    this.mark(event);
    void this.look();
  }

  dispose(): void {
    this.isDisposed = true;
    this.changes.dispose();
  }

  /** Marks as stale what an event is about. */
  protected abstract mark(event: EventView): void;
  /** Reads everything anew. @returns as `open` does. */
  protected abstract list(): Promise<number>;
  /** Reads anew what one stale id stands for. */
  protected abstract show(id: string): Promise<void>;

  protected markStale(id: string): void {
    this.stale.add(id);
  }

  protected markAllStale(): void {
    this.isAllStale = true;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (!this.isDisposed && (this.isAllStale || this.stale.size > 0)) {
        await this.lookOnce();
        this.changes.fire();
      }
    } catch (error) {
      if (!this.isDisposed) this.onFault(error);
    } finally {
      this.isLooking = false;
    }
  }

  private async lookOnce(): Promise<void> {
    const ids = [...this.stale];
    const isAll = this.isAllStale || ids.length > SINGLE;
    this.stale.clear();
    this.isAllStale = false;
    if (isAll) await this.list();
    else await Promise.all(ids.map((id) => this.show(id)));
  }
}
