import type { LeaseView } from '../protocol/views.ts';

const hasHolder = ({ state }: LeaseView): boolean => state === 'acknowledged' || state === 'offered';

/** Whether there is work that waits for a worker, and nobody works. */
export function lacksWorker(leases: Iterable<LeaseView>): boolean {
  let waits = false;
  for (const lease of leases) {
    if (hasHolder(lease)) return false;
    waits ||= lease.state === 'pending' && lease.reason === 'no_worker';
  }
  return waits;
}
