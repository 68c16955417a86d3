import type { LeaseView, ScopeView } from '../protocol/views.ts';

export interface RowFacts {
  /** It is the newest lease of its task. */
  readonly isLast: boolean;
  /** What is known of its repo; undefined: nothing yet. */
  readonly scope: Pick<ScopeView, 'is_paused' | 'taken_by' | 'draining'> | undefined;
}

/**
 * What the menus in package.json go by: `lease`, the state, then a word for each thing that is so: `gated`, `cancelled`,
 * `dirty`, `last`, of its repo `paused` and `taken`, and `worker` where one has it.
 */
export function rowContext(lease: LeaseView, { isLast, scope }: RowFacts): string {
  const words = [
    'lease',
    lease.state,
    lease.reason === 'gated' && 'gated',
    lease.reason !== null && over.has(lease.reason) && 'over',
    lease.reason === 'dirty_tree' && 'dirty',
    isLast && 'last',
    (scope?.is_paused === true || scope?.draining != null) && 'paused',
    scope?.taken_by != null && 'taken',
    lease.worker !== null && 'worker',
  ];
  return words.filter((word) => word !== false).join(' ');
}

/** The task itself is over, so nothing is left to cancel. */
export const over: ReadonlySet<string> = new Set(['cancelled', 'task_gone', 'done']);
