import type { WorkerView } from '../../protocol/views.ts';

const LONGEST = 56;

/**
 * An id that no other worker has: `demo-2`, `demo-3` ... One whose process has ended and that has no lease is free again.
 * @param open names of the window's terminals: a worker that was just started there has not called yet
 */
export function freeWorkerId(base: string, workers: readonly WorkerView[], open: readonly string[]): string {
  const isTaken = (id: string): boolean => {
    const worker = workers.find((each) => each.id === id);
    return open.includes(id) || (worker !== undefined && !isFree(worker));
  };
  const short = base.slice(0, LONGEST);
  for (let number = 2; ; number += 1) {
    const id = `${short}-${number}`;
    if (!isTaken(id)) return id;
  }
}

/** A worker that the configuration names is started under its own id, unless it is there. */
export const configuredId = (
  worker: string,
  workers: readonly WorkerView[],
  open: readonly string[],
): string => {
  const known = workers.find(({ id }) => id === worker);
  const isThere = known !== undefined && (known.presence === 'present' || known.lease_id !== null);
  return isThere || open.includes(worker) ? freeWorkerId(worker, workers, open) : worker;
};

const isFree = ({ presence, lease_id: leaseId }: WorkerView): boolean =>
  presence === 'absent' && leaseId === null;
