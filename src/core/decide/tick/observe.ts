import type { SourceName } from '../../model/ids.ts';
import type { SourceReading } from '../../model/snapshot.ts';
import { workspaceSource } from '../../model/workspace.ts';
import type { Draft } from '../draft.ts';
import { observeTask } from '../workspaceTask.ts';
import { readSnapshot, type ReadSnapshot } from './readSnapshot.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Absent from so many good snapshots in a row, a task is gone (C5). */
export const missesUntilGone = 2;

/** Stores what differs from what is known; a snapshot that says nothing new makes no event. */
export function observe(draft: Draft, reading: SourceReading): void {
  const source = reading.source as SourceName;
  // The workspace's facts are written by commands; a snapshot of them can be older than the register.
  if (!reading.ok || !reading.isNew || source === workspaceSource) return;
  const read = readSnapshot(source, reading.snapshot, draft.context.settings, draft.state.workers);
  observePlans(draft, source, read);
  for (const facts of read.tasks) {
    const known = draft.state.tasks.get(facts.id);
    if (known === undefined || known.missed > 0 || !isSame(known.facts, facts)) observeTask(draft, facts);
  }
  observeMissing(draft, source, read);
}

function observePlans(draft: Draft, source: SourceName, read: ReadSnapshot): void {
  for (const plan of read.plans) {
    if (!isSame(draft.state.plans.get(plan.id), plan)) draft.emit('PlanObserved', { plan });
  }
  const named = new Set(read.plans.map((plan) => plan.id));
  for (const plan of [...draft.state.plans.values()]) {
    if (plan.source === source && !named.has(plan.id)) draft.emit('PlanGone', { planId: plan.id });
  }
  const known = draft.state.dependencies.get(source) ?? [];
  if (!isSame(known, read.dependencies)) {
    draft.emit('DependenciesObserved', { source, dependencies: read.dependencies });
  }
}

function observeMissing(draft: Draft, source: SourceName, read: ReadSnapshot): void {
  const named = new Set(read.tasks.map((task) => task.id));
  for (const { facts, missed } of [...draft.state.tasks.values()]) {
    if (facts.source !== source || named.has(facts.id) || missed >= missesUntilGone) continue;
    draft.emit('TaskMissed', { taskId: facts.id, missed: missed + 1 });
  }
}
