import { text, texts } from '../flags.ts';
import { repoOf } from '../repoHere.ts';
import { taskLine } from '../output/taskText.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'add a task to the workspace',
  operands: 'TITLE',
  takes: [1, 1],
  flags: {
    repo: text('SLUG', 'The repo it is for; else the one that the working directory lies in.'),
    plan: text('NAME', 'The plan it belongs to; made if it is new.'),
    after: texts('ID', 'A plan or task that has to be done first.'),
    class: texts('NAME', 'An action class that it needs, such as network.'),
  },
  about: 'A task that a worker adds waits for a person to start it, unless `workerTasks` is on.',
  example: 'signalbox task add "Fix parser" --repo api --after workspace/3',
  run: async (call) => {
    const { plan, after, class: classes } = call.flags;
    const server = call.server('operator');
    const { scopes } = await server.request('scope.list', {});
    const repo = call.flags.repo ?? repoOf(scopes, call.world.workingDirectory);
    const answer = await server.request('task.add', {
      title: call.operands[0] ?? '',
      ...(repo === undefined ? {} : { repo }),
      ...(plan === undefined ? {} : { plan }),
      ...(after.length === 0 ? {} : { after }),
      ...(classes.length === 0 ? {} : { action_classes: classes }),
    });
    const { task, startable_by } = answer;
    const starts = `A person starts it, since a worker added it: signalbox task update ${task.id} --status todo`;
    const lines = [taskLine(call.paper, task), ...(startable_by === 'operator' ? [starts] : [])];
    return { value: answer, text: lines.join('\n') };
  },
});
