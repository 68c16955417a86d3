import type { LeaseState } from '../../core/model/lease.ts';
import type { HealthRow, LeaseView, QuestionView, ScopeView, TaskView } from '../../protocol/views.ts';
import { allPages } from '../allPages.ts';
import type { ServerConnection } from '../serverConnection.ts';

/** In the order in which they are counted. */
export const liveStates = [
  'acknowledged',
  'offered',
  'backoff',
  'pending',
  'waiting',
] as const satisfies readonly LeaseState[];

/** So long a stopped lease is in sight. */
const STOPPED_SHOWN_MS = 24 * 3_600_000;

/** What goes on, as `status` and `watch` show it and as `--json` says it. */
export interface StatusView {
  /** Leases by state; `stopped` counts the rows of `stopped`. */
  readonly counts: Readonly<Record<(typeof liveStates)[number] | 'stopped', number>>;
  /** Open ones. */
  readonly questions: readonly QuestionView[];
  /** Tasks that a gate holds (C15). */
  readonly gated: readonly TaskView[];
  /** Live ones, in order of creation. */
  readonly leases: readonly LeaseView[];
  /** Stopped in the last 24 h with nothing that goes on from them; the latest first. */
  readonly stopped: readonly LeaseView[];
  readonly scopes: readonly ScopeView[];
  /** Health that is not well. */
  readonly problems: readonly HealthRow[];
}

/** Asks for all of it. Rejects with a `ProtocolError`; `gone`: a page went while it was read, ask again. */
export async function readStatus(server: ServerConnection, now: number): Promise<StatusView> {
  const [leases, ended, questions, gated, { scopes }, { rows }] = await Promise.all([
    allPages(server, 'lease.list', { states: liveStates }, 'leases'),
    allPages(server, 'lease.list', { states: ['stopped'] }, 'leases'),
    allPages(server, 'question.list', { state: 'open' }, 'questions'),
    allPages(server, 'task.list', { gated: true }, 'tasks'),
    server.request('scope.list', {}),
    server.request('health.show', {}),
  ]);
  const stopped = stoppedLately(ended, leases, now);
  const count = (state: LeaseState): number => leases.filter((lease) => lease.state === state).length;
  const counts = {
    acknowledged: count('acknowledged'),
    offered: count('offered'),
    backoff: count('backoff'),
    pending: count('pending'),
    waiting: count('waiting'),
    stopped: stopped.length,
  };
  const problems = rows.filter(({ level }) => level !== 'ok');
  return { counts, questions, gated, leases, stopped, scopes, problems };
}

function stoppedLately(ended: readonly LeaseView[], live: readonly LeaseView[], now: number): LeaseView[] {
  const goesOn = new Set(live.map(({ task_id }) => task_id));
  return ended
    .filter(({ next, task_id }) => next === null && !goesOn.has(task_id))
    .filter(({ ended_at }) => ended_at !== null && now - ended_at < STOPPED_SHOWN_MS)
    .sort((one, other) => (other.ended_at ?? 0) - (one.ended_at ?? 0));
}
