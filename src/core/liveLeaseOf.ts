import type { TaskId } from './model/ids.ts';
import type { LiveLease } from './model/lease.ts';
import type { State } from './model/state.ts';

/** The one lease of a task that is not final, if there is one. */
export function liveLeaseOf(state: State, taskId: TaskId): LiveLease | undefined {
  const id = state.liveByTask.get(taskId);
  return id === undefined ? undefined : state.live.get(id);
}
