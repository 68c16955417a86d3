import { statusText } from '../status/statusText.ts';
import { readStatus } from '../status/statusView.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'show what runs, what needs you and what waits',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox status',
  run: async (call) => {
    const value = await readStatus(call.server('operator'), call.world.now());
    return { value, text: statusText(call.paper, value) };
  },
});
