import { exitCodes } from '../../protocol/exitCodes.ts';
import { CommandFailure, misused } from '../commandFailure.ts';
import { defineVerb } from '../verb.ts';

const LEAST_DIGEST = 8;

export const verb = defineVerb({
  summary: 'put changes of the configuration in force that wait for a person',
  operands: '[DIGEST]',
  takes: [0, 1],
  flags: {},
  about:
    'Without DIGEST it says what waits. The digest makes sure that what is confirmed is what was looked at.',
  example: 'signalbox config confirm\nsignalbox config confirm 3f9c0a71b2de',
  run: async (call) => {
    const server = call.server('operator');
    const { unconfirmed, path } = await server.request('config.show', {});
    if (unconfirmed === null) {
      throw new CommandFailure(exitCodes.nothingToDo, 'nothing waits for confirmation', 'Nothing is needed.');
    }
    const [given] = call.operands;
    const { keys, digest } = unconfirmed;
    const next = `Look at ${keys.join(', ')} in ${path}, then: signalbox config confirm ${digest.slice(0, 12)}`;
    if (given === undefined) throw misused('say which content you confirm', next);
    if (given.length < LEAST_DIGEST || !digest.startsWith(given)) {
      throw new CommandFailure(exitCodes.conflict, 'this is not the digest of what waits now', next);
    }
    const answer = await server.request('config.confirm', { digest });
    return { value: { ...answer, keys }, text: `Confirmed: ${keys.join(', ')}.` };
  },
});
