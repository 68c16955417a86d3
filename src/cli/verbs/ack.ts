import { duration } from '../flags.ts';
import { eitherFlags, leaseCall, sessionName } from '../leaseCall.ts';
import { grantText } from '../output/leaseText.ts';
import { keepGrant } from '../takeLease.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'take a lease that was offered',
  operands: '',
  takes: [0, 0],
  flags: {
    ...eitherFlags,
    ttl: duration('How long the lease lasts without a renewal: 10s to 1h.', ['10s', '1h']),
  },
  about:
    'A repeat by its holder gives the same answer. An offer that ran out is asked for again with `signalbox next`.',
  example: 'signalbox ack --lease 3f2a9b1c',
  run: async (call) => {
    const { operator, ttl } = call.flags;
    const { server, params } = await leaseCall(call, operator);
    const session = operator ? undefined : sessionName(call);
    const grant = await server.request('lease.ack', {
      ...params,
      ...(session === undefined ? {} : { session }),
      ...(ttl === undefined ? {} : { ttl_ms: ttl }),
    });
    // A person acts without the epoch, and another's is not to be kept.
    if (!operator) keepGrant(call, grant);
    return { value: grant, text: grantText(call.paper, grant) };
  },
});
