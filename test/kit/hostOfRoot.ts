import type { HostOfRoot } from '../../src/vscode/roots.ts';

/** The host of a root as a window sees it; it is starting when nothing else is said. */
export const hostOf = (given: Partial<HostOfRoot>): HostOfRoot => ({
  isServing: false,
  isFollowing: false,
  isWaiting: false,
  startsAgainAt: null,
  failure: null,
  start: () => undefined,
  takeOver: () => undefined,
  ...given,
});
