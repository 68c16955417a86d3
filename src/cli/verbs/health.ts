import { healthText } from '../output/healthText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'show how the coordinator, its sources, workers and sessions are',
  operands: '',
  takes: [0, 0],
  flags: {},
  about:
    'What is ill comes first, each with what to do. Exits 0 whatever it shows; `signalbox doctor` exits 1.',
  example: 'signalbox health',
  run: async (call) => {
    const answer = await call.server('operator').request('health.show', {});
    return { value: answer, text: healthText(call.paper, answer.rows) };
  },
});
