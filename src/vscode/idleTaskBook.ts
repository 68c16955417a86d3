import type { EventView } from '../protocol/views.ts';
import { Book } from './book.ts';

const aboutThem = new Set(['TaskObserved', 'TaskMissed', 'TaskCancelled', 'TaskReopened']);

/** Whether a task without a lease waits for a person to start it, as one that a worker added does (W7). */
export class IdleTaskBook extends Book {
  private isAny = false;

  get hasAny(): boolean {
    return this.isAny;
  }

  protected mark({ type }: EventView): void {
    if (aboutThem.has(type)) this.markAllStale();
  }

  protected async show(): Promise<void> {
    await this.list();
  }

  protected async list(): Promise<number> {
    const { tasks, position } = await this.call('task.list', { status: 'wait' });
    this.isAny = tasks.some(({ lease_id }) => lease_id === null);
    return position;
  }
}
