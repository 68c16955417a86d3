import type { PlanId, SourceName, TaskId } from '../model/ids.ts';
import type { State } from '../model/state.ts';
import type { TaskRecord } from '../model/task.ts';
import { workspaceSource } from '../model/workspace.ts';
import { isPlanSatisfied, isTaskOver } from './taskStatus.ts';

/** Why a task waits for others; the detail names what for (C2). */
export interface Blocked {
  readonly reason: 'upstream' | 'cycle';
  readonly detail: string;
}

export type DependencyJudge = (task: TaskRecord) => Blocked | null;

/** A task's nodes in the graph: its plan, and in the workspace itself, which stands for a plan of one. */
function nodesOf(task: TaskRecord): readonly PlanId[] {
  const { id, plan, source } = task.facts;
  const nodes = plan === null ? [] : [plan];
  return source === workspaceSource ? [...nodes, id as string as PlanId] : nodes;
}

/** Only the workspace's edges may end at a task: elsewhere a plan and a task may have the same id. */
function isSatisfied(state: State, source: SourceName, node: PlanId): boolean {
  const plan = state.plans.get(node);
  if (plan !== undefined) return isPlanSatisfied(plan.status);
  const task = source === workspaceSource ? state.tasks.get(node as string as TaskId) : undefined;
  return task !== undefined && isTaskOver(task);
}

/** Edges that still hold: `from` waits for `to`, which is neither finished nor archived, or missing (fail closed). */
function openEdges(state: State, source: SourceName): Map<PlanId, PlanId[]> {
  const edges = new Map<PlanId, PlanId[]>();
  for (const { from, to } of state.dependencies.get(source) ?? []) {
    if (isSatisfied(state, source, to)) continue;
    edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return edges;
}

/** A plan of the workspace is finished by its tasks, so waiting for it is waiting for each of them. */
function withMembers(
  state: State,
  edges: ReadonlyMap<PlanId, readonly PlanId[]>,
): Map<PlanId, readonly PlanId[]> {
  const all = new Map<PlanId, readonly PlanId[]>(edges);
  for (const task of state.tasks.values()) {
    const { source, plan, id } = task.facts;
    if (source !== workspaceSource || plan === null || isTaskOver(task)) continue;
    all.set(plan, [...(all.get(plan) ?? []), id as string as PlanId]);
  }
  return all;
}

/** Shortest way from `start` along the edges back to `goal`, or null. */
function wayBack(
  edges: ReadonlyMap<PlanId, readonly PlanId[]>,
  start: PlanId,
  goal: PlanId,
): PlanId[] | null {
  const ways: PlanId[][] = [[start]];
  const seen = new Set<PlanId>([start]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? start;
    if (last === goal) return way;
    for (const next of edges.get(last) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/**
 * Judges the dependencies of one source's tasks as they stand now (C2). An edge that points to my plan never blocks me.
 * The graph is built once; each judgement looks only at what its task reaches.
 */
export function dependencyJudge(state: State, source: SourceName): DependencyJudge {
  const edges = openEdges(state, source);
  if (edges.size === 0) return () => null;
  const reach = source === workspaceSource ? withMembers(state, edges) : edges;
  return (task) => {
    const nodes = nodesOf(task);
    const targets = nodes.flatMap((node) => (edges.get(node) ?? []).map((to) => ({ node, to })));
    for (const { node, to } of targets) {
      const way = wayBack(reach, to, node);
      if (way !== null) return { reason: 'cycle', detail: [node, ...way].join(' -> ') };
    }
    if (targets.length === 0) return null;
    return { reason: 'upstream', detail: targets.map(({ to }) => describe(state, to)).join(', ') };
  };
}

function describe(state: State, node: PlanId): string {
  const isKnown = state.plans.has(node) || state.tasks.has(node as string as TaskId);
  return isKnown ? node : `${node} (missing)`;
}
