import { shortId } from '../../protocol/shortIds.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: "record a decision that the task's worker gets at its next turn",
  operands: 'TASK DECISION',
  takes: [2, 2],
  flags: {},
  example: 'signalbox decide workspace/3 "Leave the old endpoint as it is"',
  run: async (call) => {
    const [task = '', value = ''] = call.operands;
    const answer = await call.server('operator').request('decision.record', { task: taskId(task), value });
    return { value: answer, text: `Decision ${shortId(answer.decision.id)} is recorded.` };
  },
});
