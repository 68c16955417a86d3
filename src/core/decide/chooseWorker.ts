import type { Look, Waiter } from '../context.ts';
import { workerRecord } from '../evolve/leaseIndex.ts';
import type { RepoSlug, WorkerId } from '../model/ids.ts';
import type { LiveLease, PendingReason } from '../model/lease.ts';
import type { TransportKind } from '../model/settings.ts';
import type { Draft } from './draft.ts';
import { detachment } from './moves.ts';

/** A worker as it may be chosen: configured, or registered by itself as `poll` (C21). */
interface Candidate {
  readonly id: WorkerId;
  readonly transport: TransportKind;
}

type Able =
  | { readonly kind: 'send'; readonly worker: WorkerId }
  | { readonly kind: 'serve'; readonly worker: WorkerId; readonly waiter: Waiter };

export type Choice =
  Able | { readonly kind: 'none'; readonly reason: PendingReason; readonly detail: string };

/** The reason shown when several workers are unable, the most telling first. */
const telling: readonly PendingReason[] = [
  'worker_busy',
  'no_answer',
  'state_unknown',
  'undeliverable',
  'window_gone',
  'no_worker',
];

/** All workers of a repo: configured ones in their order, then those that registered themselves. */
export function workersOf(draft: Draft, repo: RepoSlug): Candidate[] {
  const { workers } = draft.context.settings;
  const configured = workers.filter((worker) => worker.repos.includes(repo));
  const registered = [...draft.state.workers.values()].filter(
    ({ id, registeredRepos }) =>
      registeredRepos?.includes(repo) === true && !workers.some((worker) => worker.id === id),
  );
  return [...configured, ...registered.map(({ id }) => ({ id, transport: 'poll' as const }))];
}

/** Whether the configuration of now lets the worker work in the repo (C6). */
export const serves = (draft: Draft, worker: WorkerId, repo: RepoSlug): boolean =>
  workersOf(draft, repo).some(({ id }) => id === worker);

/** Whether the lease may ever be this worker's: messages, children, and those who gave it back (C6, C14, C17). */
export function isFor(draft: Draft, lease: LiveLease, worker: WorkerId): boolean {
  if (lease.onlyWorker !== null && lease.onlyWorker !== worker) return false;
  if (lease.notTo.includes(worker)) return false;
  const { preferred } = lease;
  return preferred === null || draft.now >= preferred.untilAt || preferred.worker === worker;
}

interface Obstacle {
  readonly reason: PendingReason;
  readonly detail: string;
}

function obstacleOf(
  draft: Draft,
  { id, transport }: Candidate,
  { isWaiting, isSkippedToo }: { readonly isWaiting: boolean; readonly isSkippedToo: boolean },
): Obstacle | null {
  const { facts } = draft.context;
  if (draft.state.activeByWorker.has(id)) return { reason: 'worker_busy', detail: id };
  if (isWaiting) return null;
  if (!isSkippedToo && workerRecord(draft.state, id).isSkipped) return { reason: 'no_answer', detail: id };
  const attached = detachment(facts, id, draft.now);
  if (attached === 'detached') return { reason: 'window_gone', detail: id };
  if (attached === 'gone') return { reason: 'no_worker', detail: id };
  if (transport === 'poll') return null;
  const look: Look | undefined = facts.endpoints.get(id);
  if (look === undefined) return { reason: 'no_worker', detail: id };
  return look.ok ? null : { reason: look.reason, detail: look.detail };
}

const takes = (waiter: Waiter, lease: LiveLease, worker: WorkerId): boolean =>
  waiter.worker === worker &&
  (waiter.repo === null || waiter.repo === lease.repo) &&
  (waiter.taskId === null || waiter.taskId === lease.taskId);

/**
 * The parent's holder, then the one idle longest, then the order of configuration (C6).
 *
 * @param isSkippedToo for a person's explicit send: workers that left offers unanswered count as well (C11)
 */
export function chooseWorker(
  draft: Draft,
  lease: LiveLease,
  waiters: readonly Waiter[],
  isSkippedToo = false,
): Choice {
  const obstacles: Obstacle[] = [];
  const able: Able[] = [];
  for (const candidate of workersOf(draft, lease.repo)) {
    const { id } = candidate;
    const waiter = waiters.find((waiting) => takes(waiting, lease, id));
    // Whoever asks for the task itself may have it in spite of an earlier release (C14).
    const isAskedFor = waiter !== undefined && waiter.taskId !== null;
    if (!isFor(draft, isAskedFor ? { ...lease, notTo: [] } : lease, id)) continue;
    const obstacle = obstacleOf(draft, candidate, { isWaiting: waiter !== undefined, isSkippedToo });
    if (obstacle !== null) obstacles.push(obstacle);
    else if (waiter !== undefined) able.push({ kind: 'serve', worker: id, waiter });
    else if (candidate.transport !== 'poll') able.push({ kind: 'send', worker: id });
  }
  const order = (id: WorkerId): number =>
    lease.preferred?.worker === id ? -1 : workerRecord(draft.state, id).idleSinceAt;
  const [best] = able.sort((a, b) => order(a.worker) - order(b.worker));
  if (best !== undefined) return best;
  return { kind: 'none', ...mostTelling(obstacles, lease) };
}

function mostTelling(obstacles: readonly Obstacle[], lease: LiveLease): Obstacle {
  for (const reason of telling) {
    const found = obstacles.find((obstacle) => obstacle.reason === reason);
    if (found !== undefined) return found;
  }
  return { reason: 'no_worker', detail: lease.repo };
}
