import { known } from '../evolve/known.ts';
import type { TaskId } from '../model/ids.ts';
import type { Decision } from '../model/records.ts';
import type { State } from '../model/state.ts';

/** A task's decisions in the order in which they were recorded. */
export const decisionsOf = (state: State, taskId: TaskId): Decision[] =>
  (state.decisionsByTask.get(taskId) ?? []).map((id) => known(state.decisions.get(id), 'decision', id));
