import type { HandOut } from '../../commands.ts';
import type { Context, Waiter } from '../../context.ts';
import { scopeOf } from '../../evolve/leaseIndex.ts';
import type { SourceName } from '../../model/ids.ts';
import type { Backoff, LiveLease, Pending, Waiting } from '../../model/lease.ts';
import { type DependencyJudge, dependencyJudge } from '../../rules/dependencies.ts';
import type { Draft } from '../draft.ts';
import { inQueue } from '../queueOrder.ts';
import { detachment, holdBack, offer, queue, type ScopeObstacle, scopeObstacle } from '../moves.ts';
import { serveWaiter } from '../worker/next.ts';
import { chooseWorker, serves } from '../chooseWorker.ts';
import { isSourceStale, noConfiguration } from '../dispatchObstacle.ts';
import { taskOf } from '../taskOf.ts';
import { waitingFor } from '../waitingFor.ts';

/** Judges every queued lease anew and gives out what is free (C1, C2, C6). Answers the waiting calls it served. */
export function judgeQueue(draft: Draft, isFrozen: (source: SourceName) => boolean): HandOut[] {
  const judges = new Map<SourceName, DependencyJudge>();
  const handOuts: HandOut[] = [];
  for (const lease of inQueue(draft.state)) {
    const task = taskOf(draft.state, lease);
    const { source } = task.facts;
    if (isFrozen(source)) {
      showStale(draft, lease, source);
      continue;
    }
    const judge = judges.get(source) ?? dependencyJudge(draft.state, source);
    judges.set(source, judge);
    const obstacle = waitingFor(draft, lease, task, judge);
    if (obstacle !== null) holdBack(draft, lease, obstacle.reason, obstacle.detail);
    else dispatch(draft, lease, handOuts);
  }
  return handOuts;
}

/** A lease that stands still because its source fails says so, unless a person has more to do with it (C4). */
function showStale(draft: Draft, lease: Waiting | Pending, source: SourceName): void {
  if (lease.state !== 'pending' || lease.reason === 'no_answer' || lease.isDirty) return;
  if (isSourceStale(draft, source)) queue(draft, lease, 'source_stale', source);
}

function dispatch(draft: Draft, lease: LiveLease, handOuts: HandOut[]): void {
  if (lease.isDirty) return queue(draft, lease, 'dirty_tree', lease.repo);
  if (!draft.context.settings.canDispatch) return queue(draft, lease, 'paused', noConfiguration);
  const obstacle = scopeObstacle(draft, lease);
  if (obstacle !== null) return queueBehind(draft, lease, obstacle);
  const waiters = waitersLeft(draft.context, handOuts);
  const choice = chooseWorker(draft, lease, waiters);
  if (choice.kind === 'none') return queue(draft, lease, choice.reason, choice.detail);
  if (choice.kind === 'send') offer(draft, lease, choice.worker);
  else handOuts.push({ waiter: choice.waiter, answer: serveWaiter(draft, lease, choice.waiter) });
}

/** Who has a taken scope is not stored with each lease behind it: all of them would change with every holder (C6). */
function queueBehind(draft: Draft, lease: LiveLease, { reason, detail }: ScopeObstacle): void {
  queue(draft, lease, reason, reason === 'scope_taken' ? lease.repo : detail);
}

const waitersLeft = (context: Context, handOuts: readonly HandOut[]): readonly Waiter[] =>
  context.facts.waiters.filter((waiter) => !handOuts.some((done) => done.waiter === waiter));

/** Sends a lease again whose wait is over, to the same worker under the same message, if it still may (C6, C9 to C11). */
export function resend(draft: Draft, lease: Backoff): void {
  if (draft.now < lease.dueAt || !draft.context.settings.canDispatch) return;
  if (scopeOf(draft.state, lease.repo).isPaused) return;
  const { facts } = draft.context;
  if (detachment(facts, lease.worker, draft.now) === 'detached') {
    return queue(draft, lease, 'window_gone', lease.worker);
  }
  const look = serves(draft, lease.worker, lease.repo) ? facts.endpoints.get(lease.worker) : undefined;
  if (look === undefined) queue(draft, lease, 'no_worker', lease.worker);
  else if (!look.ok) queue(draft, lease, look.reason, look.detail);
  else offer(draft, lease, lease.worker);
}
