import type { TaskId } from './model/ids.ts';
import type { Lease, LiveLease } from './model/lease.ts';
import type { State } from './model/state.ts';

/** The one lease of a task that is not final, if there is one. */
export function liveLeaseOf(state: State, taskId: TaskId): LiveLease | undefined {
  const id = state.liveByTask.get(taskId);
  return id === undefined ? undefined : state.live.get(id);
}

/** The newest lease of a task, live or not; null: it never had one, or it is archived. */
export function newestLeaseOf(state: State, taskId: TaskId): Lease | null {
  const id = state.lastByTask.get(taskId);
  return id === undefined ? null : (state.live.get(id) ?? state.closed.get(id) ?? null);
}
