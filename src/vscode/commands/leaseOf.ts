import type { LeaseState } from '../../core/model/lease.ts';
import type { LeaseView } from '../../protocol/views.ts';
import { pickLease } from './pickLease.ts';
import type { Running } from './running.ts';

/** The lease of the row that a command was called on, else the one that the person picks. */
export async function leaseOf(
  running: Running,
  row: unknown,
  states: readonly LeaseState[],
  placeHolder: string,
): Promise<LeaseView | undefined> {
  const chosen = typeof row === 'string' ? running.leaseOfRow(row) : undefined;
  return chosen ?? (await pickLease(running.leases.values(), states, placeHolder));
}
