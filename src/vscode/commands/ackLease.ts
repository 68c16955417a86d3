import { leaseFor } from './leaseFor.ts';
import type { Command } from './running.ts';

/** Takes a lease in the person's own name (W5). */
export const ackLease: Command = (running) => async (row) => {
  const lease = await leaseFor(running, row, {
    states: ['offered', 'backoff', 'pending', 'waiting'],
    question: 'Which lease do you take?',
  });
  if (lease) await running.rootOf(lease).client.call('lease.ack', { lease: lease.id });
};
