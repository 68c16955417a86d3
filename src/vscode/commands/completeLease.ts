import type { Handler, Running } from './running.ts';
import { leaseOf } from './leaseOf.ts';

/** Ends a lease as done, in the person's own name; its holder's epoch is worth nothing after it (W5). */
export const completeLease =
  (running: Running): Handler =>
  async (row) => {
    const states = ['acknowledged', 'offered', 'backoff', 'pending', 'waiting'] as const;
    const lease = await leaseOf(running, row, states, 'Lease to complete');
    if (lease) await running.call('lease.complete', { lease: lease.id });
  };
