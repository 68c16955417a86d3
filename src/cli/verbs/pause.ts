import { repoMeant } from '../repoHere.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'offer no more work in a repo; what runs goes on',
  operands: '[REPO]',
  takes: [0, 1],
  flags: {},
  example: 'signalbox pause api',
  run: async (call) => {
    const server = call.server('operator');
    const repo = await repoMeant(server, call.operands[0], call.world.workingDirectory);
    const answer = await server.request('scope.pause', { repo });
    return { value: answer, text: `Repo ${answer.repo} is paused.` };
  },
});
