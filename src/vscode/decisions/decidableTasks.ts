import { stateWords } from '../../protocol/leaseWords.ts';
import type { LeaseView, TaskView } from '../../protocol/views.ts';

export interface DecidableTask {
  readonly task: string;
  readonly title: string;
  /** Its state, and who works on it. */
  readonly words: string;
}

const over: ReadonlySet<string> = new Set(['done', 'cancel']);

/** Tasks that somebody may still get a decision about: those that are worked on first, what is over not at all. */
export function decidableTasks(tasks: readonly TaskView[], leases: Iterable<LeaseView>): DecidableTask[] {
  const live = new Map<string, LeaseView>();
  for (const lease of leases) if (lease.ended_at === null) live.set(lease.task_id, lease);
  const place = (task: TaskView): number => {
    const lease = live.get(task.id);
    if (lease === undefined) return 2;
    return lease.state === 'acknowledged' ? 0 : 1;
  };
  return tasks
    .filter((task) => live.has(task.id) || !over.has(task.status))
    .sort((a, b) => place(a) - place(b))
    .map((task) => {
      const lease = live.get(task.id);
      const who = lease?.worker ?? lease?.operator ?? null;
      const words = [who, lease === undefined ? task.status : stateWords(lease)];
      return { task: task.id, title: task.title, words: words.filter((word) => word !== null).join(' · ') };
    });
}
