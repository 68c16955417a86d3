import { allPages } from '../allPages.ts';
import { text, toggle } from '../flags.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { table } from '../output/table.ts';
import { shortTime } from '../../protocol/times.ts';
import { refuseUnknown } from '../refuseUnknown.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'list what workers ask',
  operands: '',
  takes: [0, 0],
  flags: { all: toggle('Answered and moot ones too.'), task: text('ID', 'Only of this task.') },
  example: 'signalbox questions',
  run: async (call) => {
    const { all, task } = call.flags;
    const filter = {
      ...(all ? {} : { state: 'open' as const }),
      ...(task === undefined ? {} : { task: taskId(task) }),
    };
    const server = call.server('operator');
    const questions = await allPages(server, 'question.list', filter, 'questions');
    if (questions.length === 0) await refuseUnknown(server, { task: filter.task });
    if (questions.length === 0) return { value: { questions }, text: 'No questions.' };
    const ids = questions.map(({ id }) => id);
    const rows = questions.map((question) => [
      shortId(question.id, ids),
      question.state,
      question.task_id,
      shortTime(question.asked_at, call.paper.now),
      [...question.options, ...(question.free_text ? ['...'] : [])].join(' | '),
      question.text,
    ]);
    const headings = ['question', 'state', 'task', 'asked', 'answers', 'text'];
    return { value: { questions }, text: table(call.paper, headings, rows) };
  },
});
