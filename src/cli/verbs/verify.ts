import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure } from '../commandFailure.ts';
import { manyLines } from '../output/cleanText.ts';
import { storeCall } from '../store/storeCall.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'replay every event, and compare each table of the register with that',
  operands: '',
  takes: [0, 0],
  flags: {},
  about:
    'Exits 10 when something differs, and names table and row. Refreshes .signalbox/state/signalbox.db. Works with and\n' +
    'without a coordinator, beside whatever goes on; Ctrl-C ends it, and changes nothing.',
  example: 'signalbox verify',
  run: async (call) => {
    const words = { doing: 'Verifying', afterStop: 'Nothing was changed; call it again when there is time.' };
    const answer = await storeCall(call, 'store.verify', {}, words);
    const { events, problems } = answer;
    if (problems.length === 0) return { value: answer, text: `${events} events; every table is right.` };
    const [first = ''] = problems;
    const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more tables)`;
    const next =
      'Mend the tables from the events: signalbox compact; then start the coordinator again, and verify.';
    const failure = new CommandFailure(exitCodes.storage, `${first}${more}`, next);
    return { value: answer, text: manyLines(problems.join('\n')), failure };
  },
});
