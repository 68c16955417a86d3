import { toggle } from '../flags.ts';
import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { endedText } from '../output/endedText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'end a lease: its task could not be done',
  operands: 'REASON',
  takes: [1, 1],
  flags: { retryable: toggle('Let another lease try again.'), ...eitherFlags },
  example: 'signalbox fail "the build server is down" --retryable',
  run: async (call) => {
    const { retryable, operator } = call.flags;
    const { server, params, ended } = await leaseCall(call, operator);
    const [reason = ''] = call.operands;
    const answer = await server.request('lease.fail', { ...params, reason, retryable });
    ended();
    return { value: answer, text: endedText(call.paper, answer) };
  },
});
