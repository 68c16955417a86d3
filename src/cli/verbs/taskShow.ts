import { leaseLine } from '../output/leaseText.ts';
import { oneLine } from '../output/cleanText.ts';
import { questionLine } from '../output/questionText.ts';
import { noteLines, taskLine } from '../output/taskText.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { timeText } from '../../protocol/times.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'show a task with its leases, questions and decisions',
  operands: 'TASK',
  takes: [1, 1],
  flags: {},
  example: 'signalbox task show workspace/3',
  run: async (call) => {
    const { paper } = call;
    const answer = await call
      .server('operator')
      .request('task.show', { task: taskId(call.operands[0] ?? '') });
    const { task, leases, questions, decisions } = answer;
    const lines = [
      taskLine(paper, task),
      ...noteLines(task),
      `Repo ${task.repo}${task.plan === null ? '' : `, plan ${oneLine(task.plan)}`}, since ${timeText(task.created_at, paper.now)}`,
      ...leases.map((lease) => `Lease ${leaseLine(paper, lease)}`),
      ...questions.map((question) => `Question ${questionLine(question)}`),
      ...decisions.map((decision) => `Decision ${shortId(decision.id)}: ${oneLine(decision.value)}`),
    ];
    return { value: answer, text: lines.join('\n') };
  },
});
