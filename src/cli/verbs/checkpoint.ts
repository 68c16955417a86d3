import { checkpointFlags, readCheckpoint, warningLines } from '../checkpointFlags.ts';
import { eitherFlags, leaseCall } from '../leaseCall.ts';
import { leaseLine } from '../output/leaseText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'end a lease with notes from which another goes on',
  operands: '',
  takes: [0, 0],
  flags: { ...checkpointFlags, ...eitherFlags },
  about: 'A child lease goes on with the history. With --blocked it waits until a person has answered.',
  example:
    'signalbox checkpoint --summary "Parser done" --next-action "Write its tests" --file src/parser.ts\n' +
    'echo \'{"summary": "Parser done"}\' | signalbox checkpoint --from -',
  run: async (call) => {
    const checkpoint = (await readCheckpoint(call)) ?? {};
    const { server, params, ended } = await leaseCall(call, call.flags.operator);
    const answer = await server.request('lease.checkpoint', { ...params, checkpoint });
    ended();
    const lines = [
      leaseLine(call.paper, answer.lease),
      `Goes on as ${leaseLine(call.paper, answer.child)}`,
      ...warningLines(answer.warnings),
    ];
    return { value: answer, text: lines.join('\n') };
  },
});
