import { text } from '../flags.ts';
import { leaseLine } from '../output/leaseText.ts';
import { leaseOrTask } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'stop a lease; its worker learns it at its next call',
  operands: 'LEASE|TASK',
  takes: [1, 1],
  flags: { note: text('TEXT', 'Why; kept in the history, never sent anywhere.') },
  example: 'signalbox stop 3f2a9b1c --note "wrong branch"',
  run: async (call) => {
    const server = call.server('operator');
    const { note } = call.flags;
    const which = await leaseOrTask(server, call.operands[0] ?? '');
    const answer = await server.request('lease.stop', { ...which, ...(note === undefined ? {} : { note }) });
    return { value: answer, text: leaseLine(call.paper, answer.lease) };
  },
});
