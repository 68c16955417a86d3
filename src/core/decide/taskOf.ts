import { known } from '../evolve/known.ts';
import type { TaskId } from '../model/ids.ts';
import type { State } from '../model/state.ts';
import type { TaskRecord } from '../model/task.ts';

/** The task of a lease; the register never has a lease without one. */
export const taskOf = (state: State, { taskId }: { readonly taskId: TaskId }): TaskRecord =>
  known(state.tasks.get(taskId), 'task', taskId);
