import type { About, RegisterEventOf } from '../../src/core/events.ts';
import type { EventId, RepoSlug } from '../../src/core/model/ids.ts';

const nobody: About = { taskId: null, leaseId: null, worker: null };

/** A small valid event at a position; the same call gives the same event. */
export const eventAt = (position: number, about: About = nobody): RegisterEventOf<'ScopePaused'> => ({
  position,
  id: `event-${position}` as EventId,
  type: 'ScopePaused',
  version: 1,
  at: 1_700_000_000_000 + position,
  actor: { surface: 'operator', name: 'pat é ✓' },
  requestId: null,
  about,
  data: { repo: `repo-${position}` as RepoSlug },
});

export const eventsFrom = (first: number, count: number): RegisterEventOf<'ScopePaused'>[] =>
  Array.from({ length: count }, (_, index) => eventAt(first + index));
