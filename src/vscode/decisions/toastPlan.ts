import type { QuestionView } from '../../protocol/views.ts';

/** How long a person is not reminded of a task's questions after a snooze. */
export const SNOOZE_MS = 15 * 60_000;
/** Questions that are remembered as told of; the oldest are answered long since. */
const REMEMBERED = 500;

/**
 * Which questions a person is to be told of in a toast, and when.
 *
 * untold -> told, with the toast that has it; never back (T7)
 * told -> snoozed, with its task, by the person -> told once more when the snooze is over, if it still waits
 */
export class ToastPlan {
  /** In the order in which they were told. */
  private readonly told: Set<string>;
  private readonly snoozed = new Map<string, number>();
  private readonly again = new Set<string>();

  /** @param told what `toldIds` was before the window was loaded anew. */
  constructor(told: Iterable<string> = []) {
    this.told = new Set(told);
  }

  /** What is to be remembered over a reload: a snooze is not, its questions stay told. */
  get toldIds(): readonly string[] {
    return [...this.told].slice(-REMEMBERED);
  }

  /** The next toast's questions, of those that wait. */
  due(waiting: readonly QuestionView[], now: number): QuestionView[] {
    return waiting.filter((question) => this.isWanted(question) && this.snoozedUntil(question) <= now);
  }

  /** When there may be more to tell though nothing happened; null: not before something does. */
  nextAt(waiting: readonly QuestionView[], now: number): number | null {
    const ends = waiting
      .filter((question) => this.isWanted(question))
      .map((question) => this.snoozedUntil(question));
    const next = Math.min(...ends.filter((at) => at > now));
    return next === Infinity ? null : next;
  }

  tell(questions: readonly QuestionView[]): void {
    for (const { id } of questions) {
      this.told.add(id);
      this.again.delete(id);
    }
  }

  /** Keeps still about the tasks of these questions for a while, also about what they ask meanwhile. */
  snooze(questions: readonly QuestionView[], now: number): void {
    for (const { id, task_id: task } of questions) {
      this.snoozed.set(task, now + SNOOZE_MS);
      this.again.add(id);
    }
  }

  private isWanted({ id }: QuestionView): boolean {
    return !this.told.has(id) || this.again.has(id);
  }

  private snoozedUntil({ task_id: task }: QuestionView): number {
    return this.snoozed.get(task) ?? 0;
  }
}
