import type { DeliveryReport } from '../../commands.ts';
import { backoffMs } from '../../rules/deadlines.ts';
import type { Draft } from '../draft.ts';
import { stopLease } from '../endLease.ts';
import { queue } from '../moves.ts';

/** What an adapter said of a send, at once or on a later look (C8, C10). A report on an older attempt is ignored. */
export function applyDelivery(draft: Draft, { leaseId, attempt, result }: DeliveryReport): void {
  const lease = draft.state.live.get(leaseId);
  if (lease?.state !== 'offered' || lease.attempt !== attempt) return;
  const failed = { endpointId: lease.transport.endpointId, state: 'failed' as const };
  switch (result.kind) {
    case 'state': {
      const { transport } = result;
      if (JSON.stringify(transport) === JSON.stringify(lease.transport)) return;
      draft.emit('TransportReported', { leaseId, attempt, transport });
      if (transport.state === 'failed') stopLease(draft, lease, 'transport_failed');
      if (transport.state === 'undeliverable') queue(draft, lease, 'undeliverable', transport.reason ?? '');
      return;
    }
    case 'unsafe':
      draft.emit('TransportReported', { leaseId, attempt, transport: { ...failed, reason: result.reason } });
      stopLease(draft, lease, 'unsafe');
      return;
    case 'transient': {
      draft.emit('TransportReported', { leaseId, attempt, transport: { ...failed, reason: result.reason } });
      const failedSends = lease.failedSends + 1;
      const { settings } = draft.context;
      if (failedSends >= settings.maxAttempts) return void stopLease(draft, lease, 'attempts_exhausted');
      const dueAt = draft.now + backoffMs(settings, failedSends);
      draft.emit('LeaseBackedOff', { leaseId, reason: 'adapter_error', dueAt, receiptId: draft.receipt() });
    }
  }
}
