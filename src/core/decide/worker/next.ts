import { err, ok, type Result } from '../../../base/result.ts';
import type { Answers, CallerIdentity, CommandOf } from '../../commands.ts';
import type { Waiter } from '../../context.ts';
import { known } from '../../evolve/known.ts';
import type { RepoSlug, WorkerId } from '../../model/ids.ts';
import type { Acknowledged, ClosedLease, EndedNotice, LiveLease } from '../../model/lease.ts';
import type { Rejection } from '../../rejection.ts';
import { dependencyJudge } from '../../rules/dependencies.ts';
import { acceptRequest } from '../acceptRequest.ts';
import { isFor } from '../chooseWorker.ts';
import { dispatchObstacle } from '../dispatchObstacle.ts';
import type { Draft } from '../draft.ts';
import { acknowledge, hear, isSameHolder, scopeObstacle, stillHeld } from '../moves.ts';
import { inQueue } from '../queueOrder.ts';
import { taskOf } from '../taskOf.ts';
import { waitingFor } from '../waitingFor.ts';
import { holderOf, judgeCaller } from './caller.ts';
import { hasRunOut, tellHolder } from './fence.ts';
import { grantOf } from './grant.ts';
import { readTtl } from './params.ts';
import { ensureWorker } from './register.ts';

type NextAnswer = Answers['lease.next'];
type Held = NextAnswer['held'][number];
const maxHeld = 20;

/** Offer and ack in one commit (C12): its own lease first, else the first pending one that the worker may have. */
export function next(draft: Draft, params: CommandOf<'lease.next'>['params']): Result<NextAnswer, Rejection> {
  const ttl = readTtl(params.ttl_ms);
  if (!ttl.ok) return ttl;
  const worker = ensureWorker(draft, params.worker, params.repo, params.process ?? null);
  if (!worker.ok) return worker;
  hear(draft, worker.value.id);
  const ended = tellEnded(draft, worker.value.id, params);
  const own = ownLease(draft, worker.value.id);
  if (own?.state === 'acknowledged') return takeAgain(draft, own, worker.value.id, params, ttl.value, ended);
  const held: Held[] = [];
  const lease = own === null ? firstFree(draft, worker.value, params, held) : stillOffered(draft, own, held);
  if (lease === null) return ok({ grant: null, held: held.slice(0, maxHeld), ended });
  const grant = grantOf(draft, acknowledge(draft, lease, holderOf(worker.value.id, params), ttl.value));
  return ok({ grant, held: [], ended });
}

/** A holder gets its lease again, never a second; another session only when the holder is absent (C12). */
function takeAgain(
  draft: Draft,
  lease: Acknowledged,
  worker: WorkerId,
  caller: CallerIdentity,
  ttlMs: number | null,
  ended: readonly EndedNotice[],
): Result<NextAnswer, Rejection> {
  const judged = judgeCaller(draft, lease, caller);
  if (typeof judged === 'object') return err(judged);
  const held =
    judged === 'holder'
      ? stillHeld(draft, lease)
      : acknowledge(draft, lease, holderOf(worker, caller), ttlMs);
  return ok({ grant: grantOf(draft, held), held: [], ended });
}

/** Its offered or backoff lease, also run out, or the one that it holds (C12). */
function ownLease(draft: Draft, worker: WorkerId): LiveLease | null {
  const id = draft.state.activeByWorker.get(worker);
  return id === undefined ? null : known(draft.state.live.get(id), 'live lease', id);
}

/** An offer that runs is taken as by `ack`; one that ran out is handed out anew, so under the rules of a hand-out (C4). */
function stillOffered(draft: Draft, lease: LiveLease, held: Held[]): LiveLease | null {
  const obstacle = hasRunOut(lease, draft.now) ? dispatchObstacle(draft, lease) : null;
  if (obstacle !== null) held.push({ leaseId: lease.id, ...obstacle });
  return obstacle === null ? lease : null;
}

interface Asker {
  readonly id: WorkerId;
  readonly repos: readonly RepoSlug[];
}

function firstFree(
  draft: Draft,
  worker: Asker,
  params: CommandOf<'lease.next'>['params'],
  held: Held[],
): LiveLease | null {
  const mine = inQueue(draft.state)
    .filter((lease) => worker.repos.includes(lease.repo))
    .filter((lease) => params.repo === undefined || lease.repo === params.repo)
    .filter((lease) => params.task === undefined || lease.taskId === params.task);
  const unansweredFirst = [...mine].sort(
    (a, b) => Number(isUnanswered(draft, b, worker)) - Number(isUnanswered(draft, a, worker)),
  );
  for (const lease of unansweredFirst) {
    const obstacle = obstacleFor(draft, lease, worker, params.task !== undefined);
    if (obstacle === null) return lease;
    held.push({ leaseId: lease.id, ...obstacle });
  }
  return null;
}

/** Left unanswered by this worker: it comes before all others (C12). */
const isUnanswered = (draft: Draft, lease: LiveLease, worker: Asker): boolean =>
  hasRunOut(lease, draft.now) && lease.lastWorker === worker.id;

/** Why the worker may not have a queued lease now; null: it may. Asking by task overrides an earlier release (C14). */
function obstacleFor(
  draft: Draft,
  lease: LiveLease,
  worker: Asker,
  isAskedFor: boolean,
): { reason: string; detail: string } | null {
  if (lease.state === 'waiting') return { reason: lease.reason, detail: lease.detail };
  if (lease.isDirty) return { reason: 'dirty_tree', detail: lease.repo };
  const obstacle = dispatchObstacle(draft, lease);
  if (obstacle !== null) return obstacle;
  const wished = isAskedFor ? { ...lease, notTo: [] } : lease;
  if (!isFor(draft, wished, worker.id)) return { reason: 'no_worker', detail: 'meant for another worker' };
  return scopeObstacle(draft, lease) ?? waitsByNow(draft, lease);
}

/** What came up since the queue was judged: a status, plan or dependency that a command changed (C1, C2). */
function waitsByNow(draft: Draft, lease: LiveLease): ReturnType<typeof waitingFor> {
  const task = taskOf(draft.state, lease);
  return waitingFor(draft, lease, task, dependencyJudge(draft.state, task.facts.source));
}

/** Tells the caller of a lease that ended without it; its scope drains no longer (C7). */
function tellEnded(draft: Draft, worker: WorkerId, caller: CallerIdentity): EndedNotice[] {
  return [...draft.state.scopes.values()]
    .flatMap(({ draining }) =>
      draining?.worker === worker ? [draft.state.closed.get(draining.leaseId)] : [],
    )
    .filter((lease): lease is ClosedLease => lease !== undefined && isHolder(lease, caller))
    .map((lease) => {
      tellHolder(draft, lease);
      return {
        leaseId: lease.id,
        state: lease.state,
        reason: lease.state === 'stopped' ? lease.reason : null,
      };
    });
}

const isHolder = ({ holder }: ClosedLease, caller: CallerIdentity): boolean =>
  holder !== null && isSameHolder(holder, caller.session ?? null, caller.process ?? null);

/** Gives a lease to a `next` that waits, in the tick (C6). */
export function serveWaiter(draft: Draft, lease: LiveLease, waiter: Waiter): NextAnswer {
  const { actor, worker, session, process, ended } = waiter;
  const held = acknowledge(draft, lease, { kind: 'worker', worker, session, process }, waiter.ttlMs);
  const answer = { grant: grantOf(draft, held), held: [], ended };
  if (waiter.request !== null) acceptRequest(draft, actor, waiter.request, answer);
  return answer;
}
