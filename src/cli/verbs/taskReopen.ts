import { taskLine } from '../output/taskText.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make a task new work again',
  operands: 'TASK',
  takes: [1, 1],
  flags: {},
  example: 'signalbox task reopen workspace/3',
  run: async (call) => {
    const task = taskId(call.operands[0] ?? '');
    const answer = await call.server('operator').request('task.reopen', { task });
    return { value: answer, text: taskLine(call.paper, answer.task) };
  },
});
