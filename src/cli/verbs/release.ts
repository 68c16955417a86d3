import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { endedText } from '../output/endedText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'give a lease back for another worker',
  operands: '',
  takes: [0, 0],
  flags: eitherFlags,
  example: 'signalbox release',
  run: async (call) => {
    const { server, params, ended } = await leaseCall(call, call.flags.operator);
    const answer = await server.request('lease.release', params);
    ended();
    return { value: answer, text: endedText(call.paper, answer) };
  },
});
