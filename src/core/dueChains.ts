import type { LeaseId } from './model/ids.ts';
import type { ClosedLease } from './model/lease.ts';
import type { State } from './model/state.ts';
import { retentionMs } from './rules/retention.ts';

/** Leases that go on from one another, in order of creation. */
export type Chain = readonly ClosedLease[];

/**
 * Chains that retention may take: all their leases ended longer ago than it keeps them, nothing of the task is under way,
 * so no question of theirs is open (T7), no receipt waits (C19), and no holder has still to be told (C7). Leases end in
 * the order of their table, so where nothing is old enough one look says so.
 */
export function dueChains(state: State, now: number): Chain[] {
  const endedBy = now - retentionMs;
  const [first] = state.closed.values();
  if (first === undefined || first.endedAt > endedBy) return [];
  const needed = neededLeases(state);
  return chainsOf(state).filter(
    (chain) =>
      chain.every(({ id, endedAt }) => endedAt <= endedBy && !needed.has(id)) &&
      chain.every(({ taskId }) => !state.liveByTask.has(taskId)),
  );
}

function chainsOf(state: State): Chain[] {
  const chains = new Map<LeaseId, ClosedLease[]>();
  for (const lease of state.closed.values()) {
    const root = rootOf(state, lease);
    const chain = chains.get(root);
    if (chain === undefined) chains.set(root, [lease]);
    else chain.push(lease);
  }
  return [...chains.values()].map((chain) => chain.sort((one, other) => one.createdIn - other.createdIn));
}

function rootOf(state: State, lease: ClosedLease): LeaseId {
  const parentOf = ({ parent }: ClosedLease) => (parent === null ? undefined : state.closed.get(parent));
  let root = lease;
  for (let parent = parentOf(lease); parent !== undefined; parent = parentOf(parent)) root = parent;
  return root.id;
}

function neededLeases(state: State): ReadonlySet<LeaseId> {
  const needed = new Set([...state.outbox.values()].map(({ leaseId }) => leaseId));
  for (const { draining } of state.scopes.values()) if (draining !== null) needed.add(draining.leaseId);
  return needed;
}
