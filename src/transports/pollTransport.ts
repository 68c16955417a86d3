import type { Transport } from '../coordinator/ports.ts';
import type { Look } from '../core/context.ts';
import type { TransportRecord } from '../core/model/lease.ts';

/** A poll worker asks by `next`, where offer and ack are one commit: nothing is ever sent to it (C6). */
export const pollTransport: Transport = {
  kind: 'poll',
  look: (worker): Promise<Look> =>
    Promise.resolve({ ok: false, reason: 'no_worker', detail: `${worker.id} asks by itself` }),
  send: (offer): Promise<TransportRecord> =>
    Promise.resolve({ endpointId: null, state: 'undeliverable', reason: `${offer.worker} asks by itself` }),
};
