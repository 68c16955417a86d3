import { allPages } from '../allPages.ts';
import { shortId } from '../../protocol/shortIds.ts';
import type { ServerConnection } from '../serverConnection.ts';
import type { Candidate, LookUp, NamedKind } from './candidates.ts';

type Finder = (server: ServerConnection) => Promise<readonly Candidate[]>;

const finders: Readonly<Record<NamedKind, Finder>> = {
  task: async (server) =>
    (await allPages(server, 'task.list', {}, 'tasks')).map(({ id, title }) => ({ value: id, about: title })),
  lease: async (server) => {
    const leases = await allPages(server, 'lease.list', { states }, 'leases');
    const ids = leases.map(({ id }) => id);
    return leases.map(({ id, title }) => ({ value: shortId(id, ids), about: title }));
  },
  worker: async (server) =>
    (await server.request('worker.list', {})).workers.map(({ id, repos }) => ({
      value: id,
      about: repos.join(', '),
    })),
  repo: async (server) =>
    (await server.request('scope.list', {})).scopes.map(({ repo, path }) => ({
      value: repo,
      about: path ?? '',
    })),
  question: async (server) => {
    const questions = await allPages(server, 'question.list', { state: 'open' }, 'questions');
    const ids = questions.map(({ id }) => id);
    return questions.map(({ id, text }) => ({ value: shortId(id, ids), about: text }));
  },
};
/** What still goes on: of ended leases there are too many to choose from. */
const states = ['acknowledged', 'offered', 'backoff', 'pending', 'waiting'] as const;

/** Asks the coordinator; a shell that completes has nowhere to show why none answers. */
export const lookUpNames =
  (server: ServerConnection): LookUp =>
  (kind) =>
    finders[kind](server).catch(() => []);
