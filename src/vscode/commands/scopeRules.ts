import type { LeaseView, ScopeView } from '../../protocol/views.ts';

export type ScopeCommand = 'pauseDispatch' | 'resumeDispatch' | 'takeRepo' | 'giveBackRepo';

/** Which repos each command is for: where it changes something and is not refused (C6, C7). */
export const scopeRules: Readonly<Record<ScopeCommand, (scope: ScopeView, isActive: boolean) => boolean>> = {
  pauseDispatch: ({ is_paused }) => !is_paused,
  resumeDispatch: ({ is_paused, draining }) => is_paused || draining !== null,
  takeRepo: ({ taken_by }, isActive) => taken_by === null && !isActive,
  giveBackRepo: ({ taken_by }) => taken_by !== null,
};

export const scopeCommands = Object.keys(scopeRules) as ScopeCommand[];

/** Repos that a lease occupies: a person can not take them. */
export const activeRepos = (leases: Iterable<LeaseView>): ReadonlySet<string> =>
  new Set(
    [...leases]
      .filter(({ state }) => state === 'offered' || state === 'backoff' || state === 'acknowledged')
      .map(({ repo }) => repo),
  );

/** What a repo is in, in words: `paused, taken by mia`; empty: nothing keeps work out of it. */
export function scopeWords({ is_paused, taken_by, draining, lease_id }: ScopeView): string {
  const words = [
    is_paused && 'paused',
    taken_by !== null && `taken by ${taken_by}`,
    draining !== null && `${draining.worker} not told yet that it lost its lease`,
    lease_id !== null && 'in use',
  ];
  return words.filter((word) => word !== false).join(', ');
}

/** The repo of a file first, which is the innermost that it lies in; the others as they were. */
export function nearestFirst<T extends Pick<ScopeView, 'path'>>(
  scopes: readonly T[],
  file: string | null,
): T[] {
  const depthOf = ({ path }: T): number => {
    if (file === null || path === null) return -1;
    return file === path || file.startsWith(`${path}/`) || file.startsWith(`${path}\\`) ? path.length : -1;
  };
  return [...scopes].sort((a, b) => depthOf(b) - depthOf(a));
}
