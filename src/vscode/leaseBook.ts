import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { LeaseState } from '../core/model/lease.ts';
import type { MethodName, Params, Result } from '../protocol/methods.ts';
import type { EventView, LeaseView } from '../protocol/views.ts';

/** Calls a method of the coordinator. Rejects with a `ProtocolError`. */
export type Call = <M extends MethodName>(method: M, params: Params<M>) => Promise<Result<M>>;

/** Ended leases that are kept, the newest; all that live are. */
export const KEPT = 500;
/** One answer of so many rows stays well below the limit of a message. */
const PAGE = 500;
/** Above it one list is cheaper than a look at each. */
const SINGLE = 32;

const lives: Readonly<Record<LeaseState, boolean>> = {
  waiting: true,
  pending: true,
  offered: true,
  backoff: true,
  acknowledged: true,
  completed: false,
  checkpointed: false,
  stopped: false,
};

/** Move the deadlines of all leases at once (C16). */
const moveAll = new Set(['AbsencePassed', 'CoordinatorStarted']);

/**
 * The leases as one coordinator has them. It lists once, then looks again at what each event is about; events that come
 * while it looks are looked at together, so a busy coordinator is asked no faster than it answers.
 */
export class LeaseBook implements Disposable {
  private readonly call: Call;
  private readonly changes: Emitter<void>;
  private readonly onFault: (error: unknown) => void;
  private readonly known = new Map<string, LeaseView>();
  private readonly stale = new Set<string>();
  private isAllStale = true;
  private isLooking = false;
  private isDisposed = false;

  /** @param onFault told when the coordinator did not answer; the book is of no more use then. */
  constructor(call: Call, onFault: (error: unknown) => void) {
    this.call = call;
    this.onFault = onFault;
    this.changes = new Emitter(onFault);
  }

  get leases(): ReadonlyMap<string, LeaseView> {
    return this.known;
  }

  get onChange(): Emitter<void>['event'] {
    return this.changes.event;
  }

  /** Lists, then follows. */
  async open(): Promise<void> {
    const position = await this.list();
    this.isAllStale = false;
    await this.call('events.subscribe', { from: position + 1 });
    this.changes.fire();
  }

  /** An event of the subscription. */
  see(event: EventView): void {
    if (moveAll.has(event.type)) this.isAllStale = true;
    if (event.lease_id !== null) this.stale.add(event.lease_id);
    else if (event.task_id !== null) this.markTask(event.task_id);
    // The lease that ended names its successor.
    const parent = event.type === 'LeaseCreated' ? event.data['parent'] : null;
    if (typeof parent === 'string') this.stale.add(parent);
    void this.look();
  }

  dispose(): void {
    this.isDisposed = true;
    this.changes.dispose();
  }

  private markTask(task: string): void {
    for (const lease of this.known.values()) if (lease.task_id === task) this.stale.add(lease.id);
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
    this.forgetOld();
  }

  private async show(id: string): Promise<void> {
    const { lease } = await this.call('lease.show', { lease: id });
    this.known.set(id, lease);
  }

  /** @returns the position at which the list was begun; what came after it comes as events. */
  private async list(): Promise<number> {
    const listed = new Map<string, LeaseView>();
    let position: number | null = null;
    let cursor: string | null = null;
    do {
      const page: Result<'lease.list'> = await this.call('lease.list', {
        limit: PAGE,
        ...(cursor === null ? {} : { cursor }),
      });
      position ??= page.position;
      cursor = page.next_cursor;
      for (const lease of page.leases) listed.set(lease.id, lease);
    } while (cursor !== null);
    this.known.clear();
    for (const [id, lease] of listed) this.known.set(id, lease);
    this.forgetOld();
    return position;
  }

  private forgetOld(): void {
    const ended = [...this.known.values()].filter((lease) => !lives[lease.state]);
    if (ended.length <= KEPT) return;
    ended.sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
    for (const lease of ended.slice(KEPT)) this.known.delete(lease.id);
  }
}
