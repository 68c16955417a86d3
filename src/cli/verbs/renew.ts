import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { timeText } from '../../protocol/times.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'say that the work on a lease goes on',
  operands: '',
  takes: [0, 0],
  flags: eitherFlags,
  example: 'signalbox renew',
  run: async (call) => {
    const { server, params } = await leaseCall(call, call.flags.operator);
    const answer = await server.request('lease.renew', params);
    const { lease_id, deadline_at } = answer;
    const until =
      deadline_at === null
        ? 'its time stands still while a question is open'
        : `lasts until ${timeText(deadline_at, call.paper.now)}`;
    return { value: answer, text: `Lease ${shortId(lease_id)} ${until}.` };
  },
});
