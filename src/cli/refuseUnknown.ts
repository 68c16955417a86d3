import { nearestName } from '../files/nearestName.ts';
import { exitCodes } from '../protocol/exitCodes.ts';
import { allPages } from './allPages.ts';
import { CommandFailure } from './commandFailure.ts';
import type { ServerConnection } from './serverConnection.ts';

type Kind = 'task' | 'lease' | 'worker' | 'repo' | 'source';

const known: Readonly<
  Record<Kind, { list: (server: ServerConnection) => Promise<readonly string[]>; next: string }>
> = {
  task: {
    list: async (server) => (await allPages(server, 'task.list', {}, 'tasks')).map(({ id }) => id),
    next: 'List what there is: signalbox task list.',
  },
  lease: {
    list: async (server) => (await allPages(server, 'lease.list', {}, 'leases')).map(({ id }) => id),
    next: 'List what there is: signalbox status.',
  },
  worker: {
    list: async (server) => (await server.request('worker.list', {})).workers.map(({ id }) => id),
    next: 'List what there is: signalbox worker list.',
  },
  repo: {
    list: async (server) => (await server.request('scope.list', {})).scopes.map(({ repo }) => repo),
    next: 'List what there is: signalbox status.',
  },
  source: { list: sourceNames, next: 'List what there is: signalbox config show.' },
};

async function sourceNames(server: ServerConnection): Promise<readonly string[]> {
  const { in_force: settings } = await server.request('config.show', {});
  const sources = settings?.['sources'] as readonly { readonly name: string }[] | undefined;
  return sources?.map(({ name }) => name) ?? [];
}

/** Ids that are counted or drawn: another one that looks like it is not the one that was meant. */
const isNumbered = (kind: Kind, name: string): boolean => kind === 'lease' || /\/\d+$/.test(name);

/**
 * For a filter that let nothing through. Asked only then: what has left the register may still be in its history.
 * @throws CommandFailure not found, exit 3, where a name that it filtered by is nobody's
 */
export async function refuseUnknown(
  server: ServerConnection,
  names: Readonly<Partial<Record<Kind, string | undefined>>>,
): Promise<void> {
  for (const [kind, name] of Object.entries(names) as [Kind, string | undefined][]) {
    if (name === undefined) continue;
    const { list, next } = known[kind];
    const all = await list(server);
    if (all.includes(name)) continue;
    const meant = isNumbered(kind, name) ? undefined : nearestName(name, all);
    const hint = meant === undefined ? next : `Did you mean ${meant}? ${next}`;
    throw new CommandFailure(exitCodes.notFound, `there is no ${kind} ${JSON.stringify(name)}`, hint);
  }
}
