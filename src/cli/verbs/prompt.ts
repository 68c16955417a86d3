import { leaseCall, leaseFlags } from '../leaseCall.ts';
import { manyLines } from '../output/cleanText.ts';
import { defineVerb } from '../verb.ts';

const { lease, task, worker, session } = leaseFlags;

export const verb = defineVerb({
  summary: 'print the prompt of a lease',
  operands: '',
  takes: [0, 0],
  flags: { lease, task, worker, session },
  example: 'signalbox prompt --lease 3f2a9b1c',
  run: async (call) => {
    const flags = { ...call.flags, epoch: undefined, repo: undefined };
    const { server, params } = await leaseCall({ ...call, flags });
    const named = params.lease === undefined ? { task: params.task ?? '' } : { lease: params.lease };
    const answer = await server.request('lease.prompt', named);
    return { value: answer, text: manyLines(answer.prompt) };
  },
});
