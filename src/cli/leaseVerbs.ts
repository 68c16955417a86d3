import type { LeaseVerbName } from './leaseVerbNames.ts';
import type { Catalogue } from './verb.ts';

/** The verbs of a lease, in the order of the help. */
export const leaseVerbs = {
  ack: () => import('./verbs/ack.ts'),
  renew: () => import('./verbs/renew.ts'),
  turn: () => import('./verbs/turn.ts'),
  checkpoint: () => import('./verbs/checkpoint.ts'),
  complete: () => import('./verbs/complete.ts'),
  fail: () => import('./verbs/fail.ts'),
  release: () => import('./verbs/release.ts'),
  rearm: () => import('./verbs/rearm.ts'),
  prompt: () => import('./verbs/prompt.ts'),
} satisfies Record<LeaseVerbName, Catalogue[string]>;
