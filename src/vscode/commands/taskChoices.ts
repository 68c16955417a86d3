import type { LeaseState } from '../../core/model/lease.ts';
import { stateWord } from '../../protocol/leaseWords.ts';
import type { TaskView } from '../../protocol/views.ts';

export interface TaskChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly task: TaskView;
}

const ended: ReadonlySet<LeaseState> = new Set(['completed', 'checkpointed', 'stopped']);
const isOver = ({ cancelled, status }: TaskView): boolean =>
  cancelled || status === 'done' || status === 'cancel';

/** A task without a live lease: again, or for the first time if it waits for a person to start it (C5, W7). */
export const canReopen = ({ gates, lease_state, status, cancelled }: TaskView): boolean =>
  gates.length === 0 && (lease_state === null ? cancelled || status !== 'todo' : ended.has(lease_state));

export const canCancel = (task: TaskView): boolean => !isOver(task) && task.lease_state !== 'completed';

export function taskWords({ cancelled, lease_state, status, gates }: TaskView): string {
  if (cancelled) return 'cancelled';
  if (gates.length > 0) return `gate ${gates.join(', ')}`;
  if (lease_state !== null) return stateWord(lease_state);
  return status === 'wait' ? 'waits for a person to start it' : status;
}

/** Tasks for a person to choose from, the newest first. */
export const taskChoices = (tasks: readonly TaskView[]): TaskChoice[] =>
  [...tasks]
    .sort((a, b) => b.created_at - a.created_at)
    .map((task) => ({
      label: task.title,
      description: taskWords(task),
      detail: `${task.repo} · ${task.id}`,
      task,
    }));
