import type { Handler, Running } from './running.ts';
import { leaseOf } from './leaseOf.ts';

/** Takes a lease in the person's own name (W5). */
export const ackLease =
  (running: Running): Handler =>
  async (row) => {
    const lease = await leaseOf(
      running,
      row,
      ['offered', 'backoff', 'pending', 'waiting'],
      'Lease to acknowledge',
    );
    if (lease) await running.call('lease.ack', { lease: lease.id });
  };
