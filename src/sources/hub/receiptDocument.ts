import type { Receipt } from '../../core/model/records.ts';

/** A receipt as a hub gets it: the list of C18, field by field, so that nothing else ever goes along. */
export const receiptDocument = (receipt: Receipt) => ({
  id: receipt.id,
  lease_id: receipt.leaseId,
  trigger_id: receipt.triggerId,
  source: receipt.source,
  external_id: receipt.externalId,
  repo: receipt.repo,
  state: receipt.state,
  reason: receipt.reason,
  attempt: receipt.attempt,
  transport_state: receipt.transportState,
  at: receipt.at,
});
