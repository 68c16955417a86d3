import { exitCodes } from '../protocol/exitCodes.ts';
import { CommandFailure, misused } from './commandFailure.ts';
import { idsMeant, isWholeId, LEAST_GIVEN, shortId } from '../protocol/shortIds.ts';
import { allPages } from './allPages.ts';
import type { ServerConnection } from './serverConnection.ts';

type Kind = 'lease' | 'question' | 'decision';

const listing: Readonly<
  Record<Kind, { list: (server: ServerConnection) => Promise<readonly string[]>; next: string }>
> = {
  lease: {
    list: async (server) => (await allPages(server, 'lease.list', {}, 'leases')).map(({ id }) => id),
    next: 'List what there is: signalbox status.',
  },
  question: {
    list: async (server) => (await allPages(server, 'question.list', {}, 'questions')).map(({ id }) => id),
    next: 'List what there is: signalbox questions --all.',
  },
  decision: {
    list: async (server) => (await allPages(server, 'decision.list', {}, 'decisions')).map(({ id }) => id),
    next: 'List what there is: signalbox decisions.',
  },
};

/** The id that a person's part of one means. A whole id is taken as it is: the coordinator judges it. */
export async function resolveId(server: ServerConnection, kind: Kind, given: string): Promise<string> {
  if (isWholeId(given.toLowerCase())) return given.toLowerCase();
  const { list, next } = listing[kind];
  if (given.length < LEAST_GIVEN) {
    throw misused(
      `${JSON.stringify(given)} is too short for the id of a ${kind}`,
      `Give 4 characters or more. ${next}`,
    );
  }
  const ids = await list(server);
  const [meant, ...others] = idsMeant(given, ids);
  if (meant === undefined) {
    throw new CommandFailure(exitCodes.notFound, `there is no ${kind} ${JSON.stringify(given)}`, next);
  }
  if (others.length === 0) return meant;
  const candidates = [meant, ...others].map((id) => shortId(id, ids)).slice(0, 8);
  throw misused(
    `${JSON.stringify(given)} means ${others.length + 1} ${kind}s`,
    `Give more of it: ${candidates.join(', ')}.`,
  );
}

/** A task by its id; a name without a source is one of the workspace: `12` is `workspace/12`. */
export const taskId = (given: string): string => (given.includes('/') ? given : `workspace/${given}`);

/** What a person names where a lease is wanted: a task by its id or number, else a lease by a part of its id. */
export async function leaseOrTask(
  server: ServerConnection,
  given: string,
): Promise<{ readonly lease: string } | { readonly task: string }> {
  if (given.includes('/') || /^\d+$/.test(given)) return { task: taskId(given) };
  return { lease: await resolveId(server, 'lease', given) };
}
