import type { ReceiptId } from '../model/ids.ts';
import type { Lease } from '../model/lease.ts';
import type { MutableState } from '../model/state.ts';
import { known } from './known.ts';

/**
 * Puts the receipt of a lease's new state into the outbox. Built from C18's list and nothing else: no title, prompt,
 * checkpoint, note, blocking reason, question, decision or file name can get in.
 */
export function writeReceipt(state: MutableState, lease: Lease, id: ReceiptId, at: number): void {
  const { facts } = known(state.tasks.get(lease.taskId), 'task', lease.taskId);
  state.outbox.set(id, {
    id,
    leaseId: lease.id,
    triggerId: lease.triggerId,
    source: facts.source,
    // A message has to be told apart from a task of the same id: `message/<id>`.
    externalId: lease.taskId.slice(facts.source.length + 1),
    repo: lease.repo,
    state: lease.state,
    reason: 'reason' in lease ? lease.reason : null,
    attempt: lease.attempt,
    transportState: lease.transport?.state ?? null,
    at,
  });
}
