import type { LeaseView } from '../protocol/views.ts';

/** Ids of those that are the newest of their task: what a person does to a task is asked for there, and only there. */
export function lastLeases(leases: Iterable<LeaseView>): ReadonlySet<string> {
  const byTask = new Map<string, LeaseView>();
  for (const lease of leases) {
    const known = byTask.get(lease.task_id);
    if (known === undefined || isNewer(lease, known)) byTask.set(lease.task_id, lease);
  }
  return new Set([...byTask.values()].map(({ id }) => id));
}

/** A successor is made in the millisecond in which the one before it ends. */
function isNewer(a: LeaseView, b: LeaseView): boolean {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at;
  return b.parent !== a.id && (a.parent === b.id || a.id > b.id);
}
