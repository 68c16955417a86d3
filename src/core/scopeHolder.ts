import type { LeaseId, RepoSlug } from './model/ids.ts';
import type { State } from './model/state.ts';

/** The child that has the scope until its first offer; one that waits could wait for what it keeps out, so it has not (C17). */
export function reservedFor(state: State, repo: RepoSlug): LeaseId | null {
  const id = state.scopes.get(repo)?.reservedFor ?? null;
  return id !== null && state.live.get(id)?.state === 'pending' ? id : null;
}

/** The lease that keeps others out of a scope now: the active one, or the child that has it reserved (C6). Null: none. */
export const scopeHolder = (state: State, repo: RepoSlug): LeaseId | null =>
  state.activeByRepo.get(repo) ?? reservedFor(state, repo);
