import { leaseLine } from '../output/leaseText.ts';
import { leaseOrTask } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'go on although a lost worker left uncommitted changes',
  operands: 'LEASE|TASK',
  takes: [1, 1],
  flags: {},
  example: 'signalbox continue 3f2a9b1c',
  run: async (call) => {
    const server = call.server('operator');
    const answer = await server.request('lease.continue', await leaseOrTask(server, call.operands[0] ?? ''));
    return { value: answer, text: leaseLine(call.paper, answer.lease) };
  },
});
