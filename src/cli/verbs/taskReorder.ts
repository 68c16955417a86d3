import { misused } from '../commandFailure.ts';
import { text, toggle } from '../flags.ts';
import { leaseLine } from '../output/leaseText.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'move a task in the queue',
  operands: 'TASK',
  takes: [1, 1],
  flags: { before: text('TASK', 'To the place before this one.'), last: toggle('To the end.') },
  example: 'signalbox task reorder 7 --before 3',
  run: async (call) => {
    const { before, last } = call.flags;
    if ((before === undefined) === !last)
      throw misused('the new place is missing', 'Give --before TASK or --last.');
    const answer = await call.server('operator').request('task.reorder', {
      task: taskId(call.operands[0] ?? ''),
      before: before === undefined ? null : taskId(before),
    });
    return { value: answer, text: leaseLine(call.paper, answer.lease) };
  },
});
