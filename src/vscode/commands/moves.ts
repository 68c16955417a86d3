import type { LeaseView } from '../../protocol/views.ts';

/** A place in the queue: `before` is the task that it goes before; null: the end. */
export interface Place {
  readonly kind: 'first' | 'last' | 'before' | 'after';
  /** The one that it is before or after; null: first or last of all. */
  readonly lease: LeaseView | null;
  readonly before: string | null;
}

/** Leases that queue, in their order of service (C6). */
export const queueOf = (leases: Iterable<LeaseView>): LeaseView[] =>
  [...leases]
    .filter(({ state }) => state === 'pending' || state === 'waiting')
    .sort((a, b) => a.rank - b.rank || a.created_at - b.created_at);

/** Where a queued lease can go; where it is already is left out. */
export function placesFor(queue: readonly LeaseView[], moved: LeaseView): Place[] {
  const others = queue.filter(({ id }) => id !== moved.id);
  const at = queue.findIndex(({ id }) => id === moved.id);
  const [first] = others;
  if (first === undefined) return [];
  const taskAt = (index: number): string | null => others[index]?.task_id ?? null;
  const ends: Place[] = [
    ...(at > 0 ? [{ kind: 'first', lease: null, before: first.task_id } as const] : []),
    ...(at < others.length ? [{ kind: 'last', lease: null, before: null } as const] : []),
  ];
  const before = others.map(
    (lease, index) => ({ kind: 'before', lease, before: lease.task_id, index }) as const,
  );
  const after = others.map(
    (lease, index) => ({ kind: 'after', lease, before: taskAt(index + 1), index }) as const,
  );
  // Among the others, index `at` is what it is before now, and the one below what it is after.
  const moves = [
    ...before.filter(({ index }) => index !== at),
    ...after.filter(({ index }) => index !== at - 1),
  ];
  return [...ends, ...moves.map(({ kind, lease, before: task }) => ({ kind, lease, before: task }))];
}
