import type { Params } from '../../protocol/methods.ts';
import type { EventView } from '../../protocol/views.ts';
import { count, text } from '../flags.ts';
import { eventText } from '../output/eventText.ts';
import { refuseUnknown } from '../refuseUnknown.ts';
import { resolveId, taskId } from '../resolveIds.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { defineVerb } from '../verb.ts';

const DEFAULT_LIMIT = 200;
const LARGEST_PAGE = 1_000;
/** Left out of the text: they say that something was written down, not that anything happened. */
const bookkeeping = new Set(['RequestAccepted', 'ReceiptsAcknowledged']);

type Filter = Omit<Params<'history.list'>, 'from' | 'limit'>;

export const verb = defineVerb({
  summary: 'tell what happened, with checkpoints and decisions in full',
  operands: '',
  takes: [0, 0],
  flags: {
    task: text('ID', 'Only what is about this task.'),
    lease: text('ID', 'Only what is about this lease.'),
    worker: text('NAME', 'Only what is about this worker.'),
    from: count('POSITION', 'From this position on; else the newest.'),
    limit: count('N', `At most so many; ${DEFAULT_LIMIT} when not given.`),
  },
  example: 'signalbox history --task workspace/3\nsignalbox history --lease 3f2a9b1c',
  run: async (call) => {
    const { task, lease, worker, from, limit = DEFAULT_LIMIT } = call.flags;
    const server = call.server('operator');
    const filter: Filter = {
      ...(task === undefined ? {} : { task: taskId(task) }),
      ...(lease === undefined ? {} : { lease: await resolveId(server, 'lease', lease) }),
      ...(worker === undefined ? {} : { worker }),
    };
    const events =
      from === undefined ? await newest(server, filter, limit) : await following(server, filter, from, limit);
    if (events.length === 0) await refuseUnknown(server, filter);
    const lines = events
      .filter(({ type }) => !bookkeeping.has(type))
      .map((event) => eventText(call.paper, event));
    return { value: { events }, text: lines.length === 0 ? 'Nothing yet.' : lines.join('\n') };
  },
});

/** From a position on, page after page, until there are enough. */
async function following(
  server: ServerConnection,
  filter: Filter,
  from: number,
  limit: number,
): Promise<EventView[]> {
  const found: EventView[] = [];
  let next: number | null = Math.max(1, from);
  while (next !== null && found.length < limit) {
    const page: { events: readonly EventView[]; next: number | null } = await server.request('history.list', {
      ...filter,
      from: next,
      limit: Math.min(LARGEST_PAGE, limit - found.length),
    });
    found.push(...page.events);
    next = page.next;
  }
  return found;
}

async function newest(server: ServerConnection, filter: Filter, limit: number): Promise<EventView[]> {
  if (Object.keys(filter).length > 0) {
    return (await following(server, filter, 1, Number.POSITIVE_INFINITY)).slice(-limit);
  }
  // Positions are counted without gaps, so the newest begin here.
  const { position } = await server.request('history.list', { limit: 1 });
  return following(server, filter, Math.max(1, position - limit + 1), limit);
}
