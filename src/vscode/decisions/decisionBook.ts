import { isDeepStrictEqual } from 'node:util';
import type { DecisionView, EventView, QuestionView } from '../../protocol/views.ts';
import { Book } from '../book.ts';
import { pagesOf } from '../pagesOf.ts';

/** Questions and decisions that are over and are kept, the newest of each; all that wait for something are. */
export const KEPT = 500;

/** What they do to questions and decisions is about the task that they name. */
const aboutThem = new Set([
  'QuestionAsked',
  'QuestionRebound',
  'QuestionClosed',
  'DecisionRecorded',
  'DecisionsDelivered',
  'DecisionsShown',
  'DecisionsVoided',
  'LeaseArchived',
]);

/** The questions and decisions as one coordinator has them. What did not change stays the same object. */
export class DecisionBook extends Book {
  private readonly asked = new Map<string, QuestionView>();
  private readonly decided = new Map<string, DecisionView>();

  get questions(): ReadonlyMap<string, QuestionView> {
    return this.asked;
  }

  get decisions(): ReadonlyMap<string, DecisionView> {
    return this.decided;
  }

  protected mark({ type, task_id: task }: EventView): void {
    if (task !== null && (aboutThem.has(type) || (type === 'TaskObserved' && this.asksAbout(task)))) {
      this.markStale(task);
    }
  }

  protected async show(task: string): Promise<void> {
    await this.read({ task });
  }

  protected list(): Promise<number> {
    return this.read({});
  }

  /** A question carries the title of its task. */
  private asksAbout(task: string): boolean {
    return [...this.asked.values()].some(({ task_id }) => task_id === task);
  }

  private async read(filter: { readonly task?: string }): Promise<number> {
    const [questions, decisions] = await Promise.all([
      pagesOf(
        (page) => this.call('question.list', { ...filter, ...page }),
        (page) => page.questions,
      ),
      pagesOf(
        (page) => this.call('decision.list', { ...filter, ...page }),
        (page) => page.decisions,
      ),
    ]);
    const isRead = ({ task_id: task }: { readonly task_id: string }): boolean =>
      filter.task === undefined || task === filter.task;
    replace(this.asked, isRead, questions.items);
    replace(this.decided, isRead, decisions.items);
    forget(this.asked, ({ state, asked_at }) => (state === 'open' ? null : asked_at));
    forget(this.decided, ({ delivered_at, voided, recorded_at }) =>
      delivered_at === null && !voided ? null : recorded_at,
    );
    return Math.min(questions.position, decisions.position);
  }
}

function replace<T extends { readonly id: string }>(
  known: Map<string, T>,
  isRead: (item: T) => boolean,
  items: readonly T[],
): void {
  const before = new Map([...known].filter(([, item]) => isRead(item)));
  for (const id of before.keys()) known.delete(id);
  for (const item of items) {
    const old = before.get(item.id);
    known.set(item.id, old !== undefined && isDeepStrictEqual(old, item) ? old : item);
  }
}

/** @param endOf when an item's part was over; null: it is not, and is kept. */
function forget<T>(known: Map<string, T>, endOf: (item: T) => number | null): void {
  const over = [...known].flatMap(([id, item]) => {
    const at = endOf(item);
    return at === null ? [] : [{ id, at }];
  });
  over.sort((a, b) => b.at - a.at);
  for (const { id } of over.slice(KEPT)) known.delete(id);
}
