import { choice, text, texts, toggle } from '../flags.ts';
import { misused } from '../commandFailure.ts';
import { taskLine } from '../output/taskText.ts';
import { taskId } from '../resolveIds.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'change a task of the workspace',
  operands: 'TASK',
  takes: [1, 1],
  flags: {
    title: text('TEXT', 'Its title.'),
    plan: text('NAME', 'The plan it belongs to.'),
    'no-plan': toggle('It belongs to no plan.'),
    status: choice(
      ['todo', 'wait', 'progress', 'done', 'cancelled'],
      'Its status; only todo starts new work.',
    ),
    'needs-human': choice(['yes', 'no'], 'Whether it is held until a person has been there.'),
    note: text('TEXT', 'A note that holds it; empty clears it.'),
    blocking: text('TEXT', 'A reason that holds it; empty clears it.'),
    class: texts('NAME', 'Its action classes, in place of those it has.'),
    'no-class': toggle('It needs no action class.'),
  },
  example: 'signalbox task update 3 --status todo --note ""',
  run: async (call) => {
    const { title, plan, status, note, blocking, class: classes, ...flags } = call.flags;
    if (plan !== undefined && flags['no-plan'])
      throw misused('--plan and --no-plan exclude each other', 'Give one.');
    const changes = {
      ...(title === undefined ? {} : { title }),
      ...(plan === undefined ? {} : { plan }),
      ...(flags['no-plan'] ? { plan: null } : {}),
      ...(status === undefined ? {} : { status }),
      ...(flags['needs-human'] === undefined ? {} : { needs_human: flags['needs-human'] === 'yes' }),
      ...(note === undefined ? {} : { intervention_note: note }),
      ...(blocking === undefined ? {} : { blocking_reason: blocking }),
      ...(classes.length > 0 || flags['no-class'] ? { action_classes: classes } : {}),
    };
    if (Object.keys(changes).length === 0) {
      throw misused('nothing to change is named', 'See `signalbox task update --help`.');
    }
    const answer = await call
      .server('operator')
      .request('task.update', { task: taskId(call.operands[0] ?? ''), ...changes });
    return { value: answer, text: taskLine(call.paper, answer.task) };
  },
});
