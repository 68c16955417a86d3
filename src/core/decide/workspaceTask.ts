/** Tasks of the built-in source: their facts are written by commands instead of being read elsewhere (behaviour 1). */
import type { PlanId, RepoSlug, TaskId } from '../model/ids.ts';
import type { PlanFacts, TaskFacts } from '../model/task.ts';
import { workspaceSource } from '../model/workspace.ts';
import { revisionOf } from '../rules/revision.ts';
import { isTaskOver } from '../rules/taskStatus.ts';
import type { Draft } from './draft.ts';

/** Stores a task's facts when they differ from what is known, with the revision they make. */
export function observeTask(draft: Draft, facts: TaskFacts): void {
  const known = draft.state.tasks.get(facts.id);
  const revision = revisionOf(facts, known?.generation ?? 0);
  draft.emit('TaskObserved', { task: facts, revision });
  if (facts.source !== workspaceSource) return;
  for (const plan of new Set([known?.facts.plan ?? null, facts.plan])) {
    if (plan !== null) settlePlan(draft, plan, facts.repo);
  }
}

/** Completing a lease sets its workspace task `done` (behaviour 1). */
export function completeWorkspaceTask(draft: Draft, id: TaskId): void {
  const task = draft.state.tasks.get(id);
  if (task?.facts.source !== workspaceSource) return;
  observeTask(draft, { ...task.facts, status: 'done' });
}

/** A plan of the workspace is `ready` until all its tasks are done or cancelled, then `finished`. */
export function settlePlan(draft: Draft, id: PlanId, repo: RepoSlug): void {
  const members = [...draft.state.tasks.values()].filter((task) => task.facts.plan === id);
  const isFinished = members.length > 0 && members.every(isTaskOver);
  const status = isFinished ? 'finished' : 'ready';
  const known = draft.state.plans.get(id);
  if (known?.status === status) return;
  const externalId = id.slice(workspaceSource.length + 1);
  const plan: PlanFacts = known ?? { id, source: workspaceSource, externalId, repo, status };
  draft.emit('PlanObserved', { plan: { ...plan, status } });
}
