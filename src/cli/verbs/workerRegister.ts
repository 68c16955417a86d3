import { text } from '../flags.ts';
import { repoMeant } from '../repoHere.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make a worker known that asks for work itself',
  operands: 'NAME',
  takes: [1, 1],
  flags: {
    repo: text('SLUG', 'The repo whose work it takes; else the one that the working directory lies in.'),
  },
  example: 'signalbox worker register night-shift --repo api',
  run: async (call) => {
    const server = call.server('worker');
    const repo = await repoMeant(server, call.flags.repo, call.world.workingDirectory);
    const answer = await server.request('worker.register', { worker: call.operands[0] ?? '', repo });
    return { value: answer, text: `Worker ${answer.worker} takes work of ${answer.repos.join(', ')}.` };
  },
});
