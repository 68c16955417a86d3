import { ProtocolError } from '../../../protocol/errors.ts';
import type { Result } from '../../../protocol/methods.ts';
import type { EventView } from '../../../protocol/views.ts';
import type { Call } from '../../book.ts';
import type { History } from './historyText.ts';
import type { HistoryPlace } from './historyPlace.ts';

const PAGE = 1_000;

/** Everything that is told of a task or lease, also of one that is archived (C20). */
export async function readHistory(call: Call, { kind, id }: HistoryPlace['about']): Promise<History> {
  const [head, told] = await Promise.all([
    unlessArchived(kind === 'task' ? headOfTask(call, id) : headOfLease(call, id)),
    readEvents(call, kind === 'task' ? { task: id } : { lease: id }),
  ]);
  return { ...(head ?? { task: null, leases: [], prompt: null }), ...told };
}

type Head = Pick<History, 'task' | 'leases' | 'prompt'>;
type Told = Pick<History, 'events' | 'unreadable'>;

async function headOfTask(call: Call, id: string): Promise<Head> {
  const { task, leases } = await call('task.show', { task: id });
  return { task, leases, prompt: null };
}

async function headOfLease(call: Call, id: string): Promise<Head> {
  const { lease, prompt } = await call('lease.show', { lease: id });
  const { task } = await call('task.show', { task: lease.task_id });
  return { task, leases: [lease], prompt };
}

async function unlessArchived<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof ProtocolError && (error.kind === 'gone' || error.kind === 'not_found')) return null;
    throw error;
  }
}

async function readEvents(call: Call, filter: { task?: string; lease?: string }): Promise<Told> {
  const events: EventView[] = [];
  const unreadable = new Set<string>();
  let from: number | null = 1;
  while (from !== null) {
    const page: Result<'history.list'> = await call('history.list', { ...filter, from, limit: PAGE });
    events.push(...page.events);
    for (const file of page.unreadable ?? []) unreadable.add(file);
    from = page.next;
  }
  return { events, unreadable: [...unreadable] };
}
