import type { TaskView } from '../../protocol/views.ts';
import type { Call } from '../book.ts';
import { pagesOf } from '../pagesOf.ts';

/** Every task of a register, in the order in which they were first seen. */
export async function allTasks(call: Call): Promise<readonly TaskView[]> {
  const { items } = await pagesOf(
    (page) => call('task.list', page),
    ({ tasks }) => tasks,
  );
  return items;
}
