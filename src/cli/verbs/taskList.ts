import { allPages } from '../allPages.ts';
import { text } from '../flags.ts';
import { table } from '../output/table.ts';
import { taskHeadings, taskRow } from '../output/taskText.ts';
import { refuseUnknown } from '../refuseUnknown.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'list the tasks that are known',
  operands: '',
  takes: [0, 0],
  flags: {
    source: text('NAME', 'Only of this source.'),
    repo: text('SLUG', 'Only of this repo.'),
    status: text('STATUS', 'Only with this status, such as todo.'),
  },
  example: 'signalbox task list --status todo',
  run: async (call) => {
    const { source, repo, status } = call.flags;
    const filter = {
      ...(source === undefined ? {} : { source }),
      ...(repo === undefined ? {} : { repo }),
      ...(status === undefined ? {} : { status }),
    };
    const server = call.server('operator');
    const tasks = await allPages(server, 'task.list', filter, 'tasks');
    if (tasks.length === 0) await refuseUnknown(server, { source, repo });
    const text = tasks.length === 0 ? 'No tasks.' : table(call.paper, taskHeadings, tasks.map(taskRow));
    return { value: { tasks }, text };
  },
});
