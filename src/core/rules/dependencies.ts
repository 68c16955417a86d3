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

/** What each node waits for. */
type Graph = Map<PlanId, PlanId[]>;

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

function addEdge(graph: Graph, from: PlanId, to: PlanId): void {
  const known = graph.get(from);
  if (known === undefined) graph.set(from, [to]);
  else known.push(to);
}

/** Edges that still hold: `from` waits for `to`, which is neither finished nor archived, or missing (fail closed). */
function openEdges(state: State, source: SourceName): Graph {
  const graph: Graph = new Map();
  for (const { from, to } of state.dependencies.get(source) ?? []) {
    if (!isSatisfied(state, source, to)) addEdge(graph, from, to);
  }
  return graph;
}

/** A plan of the workspace is finished by its tasks, so waiting for it is waiting for each of them. */
function withMembers(state: State, edges: Graph): Graph {
  const graph: Graph = new Map([...edges].map(([from, to]) => [from, [...to]]));
  for (const task of state.tasks.values()) {
    const { source, plan, id } = task.facts;
    if (source !== workspaceSource || plan === null || isTaskOver(task)) continue;
    addEdge(graph, plan, id as string as PlanId);
  }
  return graph;
}

/** Only nodes that come to a cycle sooner or later: mostly none, so that no way has to be looked for. */
function leadingToCycles(graph: Graph): Graph {
  const waiters: Graph = new Map();
  const open = new Map([...graph].map(([from, targets]) => [from, new Set(targets)]));
  for (const [from, targets] of open) for (const to of targets) addEdge(waiters, to, from);
  const settled = [...waiters.keys()].filter((node) => !open.has(node));
  for (const node of settled) {
    for (const waiter of waiters.get(node) ?? []) {
      const targets = open.get(waiter);
      targets?.delete(node);
      if (targets?.size === 0) settled.push(waiter);
    }
  }
  return new Map([...graph].filter(([node]) => open.get(node)?.size !== 0));
}

/** The nodes on a shortest way from `start` along the edges to `goal`, both included; null: there is none. */
function wayBetween(graph: Graph, start: PlanId, goal: PlanId): PlanId[] | null {
  const cameFrom = new Map<PlanId, PlanId | null>([[start, null]]);
  for (const [node] of cameFrom) {
    if (node === goal) return [...wayTo(cameFrom, node)].reverse();
    for (const next of graph.get(node) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, node);
  }
  return null;
}

function* wayTo(cameFrom: ReadonlyMap<PlanId, PlanId | null>, last: PlanId): Iterable<PlanId> {
  for (let node: PlanId | null | undefined = last; node != null; node = cameFrom.get(node)) yield node;
}

/**
 * Judges the dependencies of one source's tasks as they stand now (C2). An edge that points to my plan never blocks me.
 * The graph is built once; each judgement looks only at what its task reaches.
 */
export function dependencyJudge(state: State, source: SourceName): DependencyJudge {
  const edges = openEdges(state, source);
  if (edges.size === 0) return () => null;
  const cyclic = leadingToCycles(source === workspaceSource ? withMembers(state, edges) : edges);
  return (task) => {
    const targets = nodesOf(task).flatMap((node) => (edges.get(node) ?? []).map((to) => ({ node, to })));
    if (targets.length === 0) return null;
    for (const { node, to } of targets) {
      const way = cyclic.has(node) ? wayBetween(cyclic, to, node) : null;
      if (way !== null) return { reason: 'cycle', detail: [node, ...way].join(' -> ') };
    }
    return { reason: 'upstream', detail: targets.map(({ to }) => describe(state, to)).join(', ') };
  };
}

function describe(state: State, node: PlanId): string {
  const isKnown = state.plans.has(node) || state.tasks.has(node as string as TaskId);
  return isKnown ? node : `${node} (missing)`;
}
