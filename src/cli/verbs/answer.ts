import { questionLine } from '../output/questionText.ts';
import { resolveId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: "answer a worker's question",
  operands: 'QUESTION ANSWER',
  takes: [2, 2],
  flags: {},
  about: 'Only a person can: in VS Code, or in a terminal that no agent was started from.',
  example: 'signalbox answer 1c2d3e4f "keep"',
  run: async (call) => {
    const server = call.server('operator');
    const [given = '', value = ''] = call.operands;
    const question = await resolveId(server, 'question', given);
    const answer = await server.request('question.answer', { question, value });
    return { value: answer, text: `Question ${questionLine(answer.question)}` };
  },
});
