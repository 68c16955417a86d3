import { leaseCall, leaseFlags, sessionName } from '../leaseCall.ts';
import { grantText } from '../output/leaseText.ts';
import { keepGrant } from '../takeLease.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'get the work of a lost lease back, if nobody else was offered it',
  operands: '',
  takes: [0, 0],
  flags: leaseFlags,
  example: 'signalbox rearm',
  run: async (call) => {
    const { server, params } = await leaseCall(call);
    const session = sessionName(call);
    const grant = await server.request('lease.rearm', {
      ...params,
      ...(session === undefined ? {} : { session }),
    });
    keepGrant(call, grant);
    return { value: grant, text: grantText(call.paper, grant) };
  },
});
