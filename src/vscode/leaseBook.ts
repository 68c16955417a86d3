import type { LeaseState } from '../core/model/lease.ts';
import type { EventView, LeaseView } from '../protocol/views.ts';
import { Book } from './book.ts';
import { pagesOf } from './pagesOf.ts';

/** Ended leases that are kept, the newest; all that live are. */
export const KEPT = 500;

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

/** The leases as one coordinator has them. */
export class LeaseBook extends Book {
  private readonly known = new Map<string, LeaseView>();

  get leases(): ReadonlyMap<string, LeaseView> {
    return this.known;
  }

  protected mark(event: EventView): void {
    if (moveAll.has(event.type)) this.markAllStale();
    if (event.lease_id !== null) this.markStale(event.lease_id);
    else if (event.task_id !== null) this.markTask(event.task_id);
    // The lease that ended names its successor.
    const parent = event.type === 'LeaseCreated' ? event.data['parent'] : null;
    if (typeof parent === 'string') this.markStale(parent);
  }

  protected async show(id: string): Promise<void> {
    const { lease } = await this.call('lease.show', { lease: id });
    this.known.set(id, lease);
    this.forgetOld();
  }

  protected async list(): Promise<number> {
    const { items, position } = await pagesOf(
      (page) => this.call('lease.list', page),
      ({ leases }) => leases,
    );
    this.known.clear();
    for (const lease of items) this.known.set(lease.id, lease);
    this.forgetOld();
    return position;
  }

  private forgetOld(): void {
    const ended = [...this.known.values()].filter((lease) => !lives[lease.state]);
    if (ended.length <= KEPT) return;
    ended.sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
    for (const lease of ended.slice(KEPT)) this.known.delete(lease.id);
  }

  private markTask(task: string): void {
    for (const lease of this.known.values()) if (lease.task_id === task) this.markStale(lease.id);
  }
}
