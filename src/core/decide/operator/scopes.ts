import { err, ok, type Result } from '../../../base/result.ts';
import { scopeOf } from '../../evolve/leaseIndex.ts';
import type { RepoSlug } from '../../model/ids.ts';
import type { ScopeRecord } from '../../model/records.ts';
import { reject, type Rejection } from '../../rejection.ts';
import type { Draft } from '../draft.ts';

type Answer = Result<{ repo: string }, Rejection>;
interface Params {
  readonly repo: string;
}

function scopeNamed(draft: Draft, { repo }: Params): Result<ScopeRecord, Rejection> {
  const { repos } = draft.context.settings;
  if (repos.some(({ slug }) => slug === repo)) return ok(scopeOf(draft.state, repo as RepoSlug));
  const facts = { repos: repos.map(({ slug }) => slug).join(', ') };
  return err(
    reject('not_found', `Repo ${repo} is not configured.`, 'Name one of the configured repos.', facts),
  );
}

/** Nothing new is dispatched into the repo until it is resumed (C6). */
export function pause(draft: Draft, params: Params): Answer {
  const scope = scopeNamed(draft, params);
  if (!scope.ok) return scope;
  if (!scope.value.isPaused) draft.emit('ScopePaused', { repo: scope.value.repo });
  return ok({ repo: params.repo });
}

/** Ends a pause, and a draining that a person knows to be over (C6, C7). */
export function resume(draft: Draft, params: Params): Answer {
  const scope = scopeNamed(draft, params);
  if (!scope.ok) return scope;
  const { repo, isPaused, draining } = scope.value;
  if (isPaused) draft.emit('ScopeResumed', { repo });
  if (draining !== null) draft.emit('ScopeDrained', { repo, why: 'operator' }, { leaseId: draining.leaseId });
  return ok({ repo });
}

/** The person becomes the holder of the repo until it is given back; a running lease has it first (C6). */
export function take(draft: Draft, params: Params): Answer {
  const scope = scopeNamed(draft, params);
  if (!scope.ok) return scope;
  const { repo, takenBy } = scope.value;
  const { name } = draft.actor;
  if (takenBy === name) return ok({ repo });
  const holder = takenBy ?? draft.state.activeByRepo.get(repo);
  if (holder !== undefined) {
    const next = takenBy === null ? 'Stop or release that lease first.' : 'Ask that person to give it back.';
    return err(reject('conflict', `Repo ${repo} is taken.`, next, { repo, taken_by: holder }));
  }
  draft.emit('ScopeTaken', { repo, by: name });
  return ok({ repo });
}

export function giveBack(draft: Draft, params: Params): Answer {
  const scope = scopeNamed(draft, params);
  if (!scope.ok) return scope;
  const { repo, takenBy } = scope.value;
  if (takenBy === null) {
    return err(reject('invalid_state', `Nobody has taken repo ${repo}.`, 'Nothing is needed.', { repo }));
  }
  draft.emit('ScopeReleased', { repo });
  return ok({ repo });
}
