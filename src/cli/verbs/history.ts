import { ProtocolError } from '../../protocol/errors.ts';
import { isBookkeeping } from '../../protocol/eventWords.ts';
import { exitCodes } from '../../protocol/exitCodes.ts';
import type { Params, Result } from '../../protocol/methods.ts';
import type { EventView } from '../../protocol/views.ts';
import { CommandFailure } from '../commandFailure.ts';
import { count, text } from '../flags.ts';
import { eventText } from '../output/eventText.ts';
import { refuseUnknown } from '../refuseUnknown.ts';
import { resolveId, taskId } from '../resolveIds.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { defineVerb } from '../verb.ts';

const DEFAULT_LIMIT = 200;
const LARGEST_PAGE = 1_000;

type Filter = Omit<Params<'history.list'>, 'from' | 'limit'>;

interface Found {
  readonly events: readonly EventView[];
  /** Files of the archive that hold more of it. */
  readonly unreadable: readonly string[];
}

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
    const { events, unreadable } =
      from === undefined ? await newest(server, filter, limit) : await following(server, filter, from, limit);
    if (events.length === 0) await refuseUnknown(server, filter);
    const lines = events
      .filter((event) => !isBookkeeping(event))
      .map((event) => eventText(call.paper, event));
    return {
      value: unreadable.length === 0 ? { events } : { events, unreadable },
      text: lines.length === 0 ? 'Nothing yet.' : lines.join('\n'),
      failure: unreadable.length === 0 ? undefined : incomplete(unreadable),
    };
  },
});

const incomplete = (files: readonly string[]): CommandFailure =>
  new CommandFailure(
    exitCodes.notFound,
    `more of this lies in files of .signalbox/state/archive that are missing or damaged: ${files.join(', ')}`,
    'Put them back from where you keep copies, then ask again.',
  );

/** From a position on, page after page, until there are enough. Where that one is archived, from the next that is there. */
async function following(
  server: ServerConnection,
  filter: Filter,
  from: number,
  limit: number,
): Promise<Found> {
  const events: EventView[] = [];
  const unreadable = new Set<string>();
  let next: number | null = Math.max(1, from);
  while (next !== null && events.length < limit) {
    const page: Result<'history.list'> = await pageFrom(server, {
      ...filter,
      from: next,
      limit: Math.min(LARGEST_PAGE, limit - events.length),
    });
    events.push(...page.events);
    for (const file of page.unreadable ?? []) unreadable.add(file);
    next = page.next;
  }
  return { events, unreadable: [...unreadable] };
}

async function pageFrom(
  server: ServerConnection,
  params: Params<'history.list'>,
): Promise<Result<'history.list'>> {
  try {
    return await server.request('history.list', params);
  } catch (error) {
    const oldest = error instanceof ProtocolError && error.kind === 'gone' ? error.facts['oldest'] : null;
    if (typeof oldest !== 'number') throw error;
    return server.request('history.list', { ...params, from: oldest });
  }
}

async function newest(server: ServerConnection, filter: Filter, limit: number): Promise<Found> {
  if (Object.keys(filter).length > 0) {
    const found = await following(server, filter, 1, Number.POSITIVE_INFINITY);
    return { ...found, events: found.events.slice(-limit) };
  }
  const { position } = await server.request('history.list', { limit: 1 });
  // Positions have gaps where events were archived, so it may take more of them than events are wanted.
  for (let wide = limit; ; wide *= 4) {
    const from = Math.max(1, position - wide + 1);
    const { events, unreadable } = await following(server, filter, from, wide);
    if (events.length >= limit || from === 1) return { events: events.slice(-limit), unreadable };
  }
}
