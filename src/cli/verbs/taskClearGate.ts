import { taskLine } from '../output/taskText.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'let a task go whose title asks for a secret',
  operands: 'TASK',
  takes: [1, 1],
  flags: {},
  example: 'signalbox task clear-gate workspace/3',
  run: async (call) => {
    const task = taskId(call.operands[0] ?? '');
    const answer = await call.server('operator').request('task.clear_gate', { task });
    return { value: answer, text: taskLine(call.paper, answer.task) };
  },
});
