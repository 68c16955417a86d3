import { checkpointFlags, readCheckpoint, warningLines } from '../checkpointFlags.ts';
import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { leaseLine } from '../output/leaseText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'end a lease: its task is done',
  operands: '',
  takes: [0, 0],
  flags: { ...checkpointFlags, ...eitherFlags },
  example: 'signalbox complete --summary "Parser reads empty files"',
  run: async (call) => {
    const checkpoint = await readCheckpoint(call);
    const { server, params, ended } = await leaseCall(call, call.flags.operator);
    const answer = await server.request('lease.complete', {
      ...params,
      ...(checkpoint === null ? {} : { checkpoint }),
    });
    ended();
    const lines = [leaseLine(call.paper, answer.lease), ...warningLines(answer.warnings)];
    return { value: answer, text: lines.join('\n') };
  },
});
