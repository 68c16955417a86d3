import { realpathSync } from 'node:fs';
import path from 'node:path';
import { liesIn } from '../ipc/liesIn.ts';
import { linkedWorktree } from '../ipc/mainWorktree.ts';
import type { ScopeView } from '../protocol/views.ts';
import { misused } from './commandFailure.ts';
import type { ServerConnection } from './serverConnection.ts';

/** The configured repo whose folder a working directory lies in, the innermost one; undefined: none. */
export function repoOf(scopes: readonly ScopeView[], workingDirectory: string): string | undefined {
  const own = real(workingDirectory);
  const linked = linkedWorktree(own);
  const places = linked === null ? [own] : [own, path.join(linked.main, path.relative(linked.top, own))];
  return scopes
    .flatMap(({ repo, path: folder }) => (folder === null ? [] : [{ repo, folder: real(folder) }]))
    .filter(({ folder }) => places.some((place) => liesIn(place, folder)))
    .sort((one, other) => other.folder.length - one.folder.length)[0]?.repo;
}

function real(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/**
 * The repo to ask work for: that of the working directory, unless the worker is known for other repos only.
 * Undefined: the coordinator finds it by the worker.
 */
export async function repoForWorker(
  server: ServerConnection,
  worker: string | undefined,
  workingDirectory: string,
): Promise<string | undefined> {
  const [{ scopes }, { workers }] = await Promise.all([
    server.request('scope.list', {}),
    server.request('worker.list', {}),
  ]);
  const repo = repoOf(scopes, workingDirectory);
  const known = workers.find(({ id }) => id === worker);
  const isElsewhere = repo !== undefined && known !== undefined && !known.repos.includes(repo);
  return isElsewhere && known.repos.length > 0 ? undefined : repo;
}

/** The repo that a person means: the one named, else that of the working directory. */
export async function repoMeant(
  server: ServerConnection,
  named: string | undefined,
  workingDirectory: string,
): Promise<string> {
  if (named !== undefined) return named;
  const { scopes } = await server.request('scope.list', {});
  const repo = repoOf(scopes, workingDirectory);
  if (repo !== undefined) return repo;
  const names = scopes.map((scope) => scope.repo).join(', ');
  throw misused('the working directory is in none of the repos', `Name one: ${names}.`);
}
