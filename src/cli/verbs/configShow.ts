import { oneLine } from '../output/cleanText.ts';
import { paint } from '../output/paper.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'show the configuration that is in force',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox config show',
  run: async (call) => {
    const { paper } = call;
    const answer = await call.server('operator').request('config.show', {});
    const { in_force, path, error, unconfirmed } = answer;
    const lines = [
      ...(error === null ? [] : [`${paint(paper, 'red', 'Refused')}: ${oneLine(error)}`]),
      ...(unconfirmed === null
        ? []
        : [
            `${paint(paper, 'yellow', 'Waits for confirmation')}: ${unconfirmed.keys.join(', ')}`,
            `Look at them in ${path}, then: signalbox config confirm ${unconfirmed.digest.slice(0, 12)}`,
          ]),
      in_force === null
        ? 'No configuration is in force: nothing is dispatched.'
        : JSON.stringify(in_force, null, 2),
    ];
    return { value: answer, text: lines.join('\n') };
  },
});
