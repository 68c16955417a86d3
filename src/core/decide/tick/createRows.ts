import { liveLeaseOf } from '../../liveLeaseOf.ts';
import type { TaskId } from '../../model/ids.ts';
import type { TaskRecord } from '../../model/task.ts';
import { statusOf } from '../../rules/taskStatus.ts';
import { createLease } from '../createLease.ts';
import type { Draft } from '../draft.ts';
import { stopLease } from '../endLease.ts';
import { isConsumed } from './stopBySource.ts';

/** Gives a task its row when it is new work; a gated one gets it stopped, at once (C1, C5, C15). */
export function createRow(draft: Draft, id: TaskId): void {
  const task = draft.state.tasks.get(id);
  if (task === undefined || !isNewWork(draft, task) || isConsumed(draft, task)) return;
  const lease = createLease(draft, task);
  const [gate] = task.gates;
  if (gate !== undefined) stopLease(draft, lease, 'gated', { gate });
}

function isNewWork(draft: Draft, task: TaskRecord): boolean {
  const { settings } = draft.context;
  const { id, repo } = task.facts;
  if (task.missed > 0 || liveLeaseOf(draft.state, id) !== undefined) return false;
  if (!settings.repos.some(({ slug }) => slug === repo)) return false;
  const status = statusOf(task);
  if (status === 'todo') return !task.needsSpell;
  return status === 'progress' && settings.adoptInProgress && !draft.state.lastByTask.has(id);
}
