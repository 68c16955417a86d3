import type { EventType, RegisterEventOf } from '../events.ts';
import type { TaskId } from '../model/ids.ts';
import type { MutableState } from '../model/state.ts';
import type { TaskFacts, TaskRecord } from '../model/task.ts';
import { workspaceSource } from '../model/workspace.ts';
import { revisionKey } from '../rules/revision.ts';
import { known } from './known.ts';

type Fold<T extends EventType> = (state: MutableState, event: RegisterEventOf<T>) => void;

function change(state: MutableState, id: TaskId, to: (task: TaskRecord) => TaskRecord): void {
  state.tasks.set(id, to(known(state.tasks.get(id), 'task', id)));
}

const firstSeen = (facts: TaskFacts, event: RegisterEventOf<'TaskObserved'>): TaskRecord => ({
  facts,
  createdAt: event.at,
  gates: [],
  generation: 0,
  revision: event.data.revision,
  titleGateCleared: false,
  cancelledByOperator: false,
  wasTodo: false,
  needsSpell: false,
  missed: 0,
});

const TaskObserved: Fold<'TaskObserved'> = (state, event) => {
  const { task, revision } = event.data;
  const before = state.tasks.get(task.id) ?? firstSeen(task, event);
  const isTodo = task.status === 'todo';
  state.tasks.set(task.id, {
    ...before,
    facts: task,
    revision,
    missed: 0,
    wasTodo: before.wasTodo || isTodo,
    needsSpell: before.needsSpell && isTodo,
  });
  if (task.source !== workspaceSource) return;
  state.taskNumber = Math.max(state.taskNumber, Number(task.externalId));
};

/** Folds of what sources and operators say of tasks and plans. */
export const foldTask = {
  TaskObserved,
  PlanObserved: (state, event) => {
    state.plans.set(event.data.plan.id, event.data.plan);
  },
  PlanGone: (state, event) => {
    state.plans.delete(event.data.planId);
  },
  DependenciesObserved: (state, event) => {
    state.dependencies.set(event.data.source, event.data.dependencies);
  },
  DependenciesAdded: (state, { data: { source, dependencies } }) => {
    state.dependencies.set(source, [...(state.dependencies.get(source) ?? []), ...dependencies]);
  },
  TaskMissed: (state, { data }) => {
    change(state, data.taskId, (task) => ({ ...task, missed: data.missed }));
  },
  GateRaised: (state, { data }) => {
    change(state, data.taskId, (task) => ({ ...task, gates: [...task.gates, data.gate] }));
  },
  GateCleared: (state, { data }) => {
    change(state, data.taskId, (task) => ({
      ...task,
      gates: task.gates.filter((gate) => gate !== data.gate),
      generation: task.generation + 1,
      revision: data.revision,
    }));
  },
  TitleGateCleared: (state, { data }) => {
    change(state, data.taskId, (task) => ({ ...task, titleGateCleared: true }));
  },
  TaskCancelled: (state, { data }) => {
    change(state, data.taskId, (task) => ({ ...task, cancelledByOperator: true }));
  },
  TaskReopened: (state, { data }) => {
    change(state, data.taskId, (task) => ({
      ...task,
      cancelledByOperator: false,
      needsSpell: false,
      generation: task.generation + 1,
      revision: data.revision,
    }));
  },
  RevisionConsumed: (state, { data }) => {
    const key = revisionKey(data.taskId, data.revision);
    const id = state.triggersByRevision.get(key) ?? data.triggerId;
    const { taskId, revision } = data;
    const trigger = state.triggers.get(id) ?? { id, taskId, revision, isConsumed: false, lost: 0 };
    state.triggersByRevision.set(key, id);
    state.triggers.set(id, { ...trigger, isConsumed: true });
  },
} satisfies { [T in EventType]?: Fold<T> };
