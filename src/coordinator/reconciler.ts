import type { TaskId } from '../core/model/ids.ts';
import type { HumanInput } from '../core/model/snapshot.ts';
import type { TaskRecord } from '../core/model/task.ts';
import type { Clock, Log, Scheduler, Source } from './ports.ts';
import { withTimeout } from './withTimeout.ts';

/** Limit of one reconcile (T2). */
const limitMs = 5000;

/** One entry a task that ever reported a turn, with or without a terminal here (T6). */
export interface SessionStatus {
  readonly taskId: TaskId;
  readonly lastTurnAt: number;
  /** Cleared by the next success. */
  readonly lastError: string | null;
}

/** Asks a task's source for a person's words at a turn: one look at a time per task, and a failure is only shown (T2, T6). */
export class Reconciler {
  private readonly sessions = new Map<TaskId, SessionStatus>();
  private readonly running = new Map<TaskId, Promise<unknown>>();
  private readonly parts: { readonly clock: Clock; readonly scheduler: Scheduler; readonly log: Log };

  constructor(parts: { readonly clock: Clock; readonly scheduler: Scheduler; readonly log: Log }) {
    this.parts = parts;
  }

  statuses(): SessionStatus[] {
    return [...this.sessions.values()];
  }

  /** A turn of a task whose source has no such words: nothing is asked, so nothing failed. */
  heard(taskId: TaskId): void {
    this.sessions.set(taskId, { taskId, lastTurnAt: this.parts.clock.now(), lastError: null });
  }

  /** @returns what was found; null when the source has no such words or could not be asked */
  reconcile(task: TaskRecord, source: Source | undefined): Promise<HumanInput | null> {
    const { id } = task.facts;
    const before = this.running.get(id) ?? Promise.resolve();
    const mine = before.then(() => this.ask(task, source));
    this.running.set(id, mine);
    return mine.finally(() => {
      if (this.running.get(id) === mine) this.running.delete(id);
    });
  }

  private async ask({ facts }: TaskRecord, source: Source | undefined): Promise<HumanInput | null> {
    const lastTurnAt = this.parts.clock.now();
    const asked = source?.reconcile?.bind(source);
    try {
      const limit = { scheduler: this.parts.scheduler, timeoutMs: limitMs };
      const found = asked && (await withTimeout((signal) => asked(facts.externalId, signal), limit));
      this.sessions.set(facts.id, { taskId: facts.id, lastTurnAt, lastError: null });
      return found ?? null;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const lastError = `reconcile human input: ${why}`;
      this.sessions.set(facts.id, { taskId: facts.id, lastTurnAt, lastError });
      this.parts.log.warn('human input could not be reconciled', { task: facts.id });
      return null;
    }
  }
}
