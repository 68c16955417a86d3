import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { oneLine } from '../output/cleanText.ts';
import { endedText } from '../output/endedText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'give a lease back for another worker',
  operands: '',
  takes: [0, 0],
  flags: eitherFlags,
  about: 'The worker that gave it back gets it again only with `signalbox next --task ID`.',
  example: 'signalbox release',
  run: async (call) => {
    const { server, params, ended } = await leaseCall(call, call.flags.operator);
    const answer = await server.request('lease.release', params);
    ended();
    const lines = [endedText(call.paper, answer)];
    if (answer.successor !== null && !call.flags.operator) {
      const task = oneLine(answer.lease.task_id);
      lines.push(`Another worker gets it; this one gets it again only by: signalbox next --task ${task}`);
    }
    return { value: answer, text: lines.join('\n') };
  },
});
