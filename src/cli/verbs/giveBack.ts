import { repoMeant } from '../repoHere.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'give a repo back that you took',
  operands: '[REPO]',
  takes: [0, 1],
  flags: {},
  example: 'signalbox give-back api',
  run: async (call) => {
    const server = call.server('operator');
    const repo = await repoMeant(server, call.operands[0], call.world.workingDirectory);
    const answer = await server.request('scope.release', { repo });
    return { value: answer, text: `Repo ${answer.repo} is free again.` };
  },
});
