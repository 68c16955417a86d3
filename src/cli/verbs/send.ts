import { leaseLine } from '../output/leaseText.ts';
import { leaseOrTask } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'offer a queued lease to a worker now',
  operands: 'LEASE|TASK',
  takes: [1, 1],
  flags: {},
  example: 'signalbox send 3f2a9b1c',
  run: async (call) => {
    const server = call.server('operator');
    const answer = await server.request('lease.send', await leaseOrTask(server, call.operands[0] ?? ''));
    return { value: answer, text: leaseLine(call.paper, answer.lease) };
  },
});
