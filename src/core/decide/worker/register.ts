import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CommandOf } from '../../commands.ts';
import type { RepoSlug, WorkerId } from '../../model/ids.ts';
import type { ProcessRef } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { isSameProcess } from '../../rules/sameProcess.ts';
import type { Draft } from '../draft.ts';
import { hear } from '../moves.ts';
import { invalid } from './params.ts';

export interface KnownWorker {
  readonly id: WorkerId;
  readonly repos: readonly RepoSlug[];
}

/** Lets an unknown worker register itself as `poll` for the given repo (C21); a known one is found. */
export function ensureWorker(
  draft: Draft,
  name: string | undefined,
  repo: string | undefined,
  process: ProcessRef | null,
): Result<KnownWorker, Rejection> {
  const { repos, workers } = draft.context.settings;
  const [only, ...others] = repos;
  const slug = repo ?? (others.length === 0 ? only?.slug : undefined);
  if (repo !== undefined && !repos.some((known) => known.slug === repo)) {
    const facts = { repos: repos.map((known) => known.slug).join(', ') };
    return err(
      reject(
        'invalid_params',
        `Repo ${repo} is not configured.`,
        'Add it under repos, or name another.',
        facts,
      ),
    );
  }
  const id = (name ?? slug) as WorkerId | undefined;
  if (id === undefined) {
    const next = 'Name the worker: --worker NAME, or a repo: --repo SLUG.';
    return err(reject('invalid_params', 'The call names no worker and no repo.', next));
  }
  const configured = workers.find((worker) => worker.id === id);
  if (configured !== undefined) return ok({ id, repos: configured.repos });
  return registerSelf(draft, id, slug as RepoSlug | undefined, process);
}

function registerSelf(
  draft: Draft,
  worker: WorkerId,
  slug: RepoSlug | undefined,
  process: ProcessRef | null,
): Result<KnownWorker, Rejection> {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(worker)) {
    return invalid('worker', 'at most 64 letters, digits, ".", "_" and "-", a letter or digit first');
  }
  const known = draft.state.workers.get(worker);
  const repos = known?.registeredRepos ?? [];
  // A worker that was started anew is another process under its name; a call that names none tells nothing.
  const lives = process ?? known?.process ?? null;
  if (slug === undefined && repos.length === 0) return invalid('repo', 'a new worker names its repo');
  const all = slug === undefined || repos.includes(slug) ? repos : [...repos, slug];
  if (known !== undefined && all === repos && isSameProcess(known.process, lives))
    return ok({ id: worker, repos });
  draft.emit('WorkerRegistered', { worker, repos: all, process: lives });
  return ok({ id: worker, repos: all });
}

export function register(
  draft: Draft,
  { worker, repo, process }: CommandOf<'worker.register'>['params'],
): Result<Answers['worker.register'], Rejection> {
  const known = ensureWorker(draft, worker, repo, process ?? null);
  if (!known.ok) return known;
  hear(draft, known.value.id);
  return ok({ worker: known.value.id, repos: known.value.repos });
}
