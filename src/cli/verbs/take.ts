import { repoMeant } from '../repoHere.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'keep a repo for yourself',
  operands: '[REPO]',
  takes: [0, 1],
  flags: {},
  example: 'signalbox take api',
  run: async (call) => {
    const server = call.server('operator');
    const repo = await repoMeant(server, call.operands[0], call.world.workingDirectory);
    const answer = await server.request('scope.take', { repo });
    return { value: answer, text: `Repo ${answer.repo} is yours until you give it back.` };
  },
});
