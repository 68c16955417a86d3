import type { HandOut } from '../../commands.ts';
import type { Context, Waiter } from '../../context.ts';
import type { SourceName } from '../../model/ids.ts';
import type { Backoff, LiveLease, WaitingReason } from '../../model/lease.ts';
import type { TaskRecord } from '../../model/task.ts';
import { type DependencyJudge, dependencyJudge } from '../../rules/dependencies.ts';
import { canDispatchPlan, statusOf } from '../../rules/taskStatus.ts';
import type { Draft } from '../draft.ts';
import { inQueue } from '../queueOrder.ts';
import { holdBack, offer, queue, scopeObstacle } from '../moves.ts';
import { serveWaiter } from '../worker/next.ts';
import { chooseWorker } from '../chooseWorker.ts';

/** Judges every queued lease anew and gives out what is free (C1, C2, C6). Answers the waiting calls it served. */
export function judgeQueue(draft: Draft, isFrozen: (source: SourceName) => boolean): HandOut[] {
  const judges = new Map<SourceName, DependencyJudge>();
  const handOuts: HandOut[] = [];
  for (const { id } of inQueue(draft.state)) {
    const lease = draft.state.live.get(id);
    const task = lease === undefined ? undefined : draft.state.tasks.get(lease.taskId);
    if (lease === undefined || task === undefined || isFrozen(task.facts.source)) continue;
    const { source } = task.facts;
    const judge = judges.get(source) ?? dependencyJudge(draft.state, source);
    judges.set(source, judge);
    const obstacle = waitingFor(draft, lease, task, judge);
    if (obstacle !== null) holdBack(draft, lease, obstacle.reason, obstacle.detail);
    else dispatch(draft, lease, handOuts);
  }
  return handOuts;
}

/** What keeps a lease out of the queue: its status, plan, dependencies, or an open question (C1, C2, C17). */
export function waitingFor(
  draft: Draft,
  lease: LiveLease,
  task: TaskRecord,
  judge: DependencyJudge,
): { reason: WaitingReason; detail: string } | null {
  const { plan, repo } = task.facts;
  if (!draft.context.settings.repos.some(({ slug }) => slug === repo)) {
    return { reason: 'not_ready', detail: `repo ${repo} is not configured` };
  }
  const status = statusOf(task);
  if (!isStatusReady(lease, task, status)) return { reason: 'not_ready', detail: `status ${status}` };
  const record = plan === null ? undefined : draft.state.plans.get(plan);
  if (plan !== null && !canDispatchPlan(record)) {
    return { reason: 'not_ready', detail: `plan ${plan} is ${record?.status ?? 'missing'}` };
  }
  if (lease.blockedBy !== null) return { reason: 'blocked', detail: lease.blockedBy };
  return judge(task);
}

/** A chain goes on while its task is in progress: its own holder set that. An adopted task never was `todo` (C1, C5). */
function isStatusReady(lease: LiveLease, task: TaskRecord, status: string): boolean {
  if (status === 'todo') return true;
  const isChain = lease.source === 'checkpoint' || lease.source === 'retry';
  return status === 'progress' && (isChain || !task.wasTodo);
}

function dispatch(draft: Draft, lease: LiveLease, handOuts: HandOut[]): void {
  if (lease.isDirty) return queue(draft, lease, 'dirty_tree', lease.repo);
  if (!draft.context.settings.canDispatch) return queue(draft, lease, 'paused', 'no valid configuration');
  const obstacle = scopeObstacle(draft, lease);
  if (obstacle !== null) return queue(draft, lease, obstacle.reason, obstacle.detail);
  const waiters = waitersLeft(draft.context, handOuts);
  const choice = chooseWorker(draft, lease, waiters);
  if (choice.kind === 'none') return queue(draft, lease, choice.reason, choice.detail);
  if (lease.state === 'waiting') queue(draft, lease, 'no_worker');
  if (choice.kind === 'send') offer(draft, lease, choice.worker);
  else handOuts.push({ waiter: choice.waiter, answer: serveWaiter(draft, lease, choice.waiter) });
}

const waitersLeft = (context: Context, handOuts: readonly HandOut[]): readonly Waiter[] =>
  context.facts.waiters.filter((waiter) => !handOuts.some((done) => done.waiter === waiter));

/** Sends a lease again whose wait is over, to the same worker under the same message (C9, C10, C11). */
export function resend(draft: Draft, lease: Backoff): void {
  if (draft.now < lease.dueAt || !draft.context.settings.canDispatch) return;
  const scope = draft.state.scopes.get(lease.repo);
  if (scope?.isPaused === true || scope?.takenBy != null) return;
  const look = draft.context.facts.endpoints.get(lease.worker);
  if (look === undefined) queue(draft, lease, 'no_worker', lease.worker);
  else if (!look.ok) queue(draft, lease, look.reason, look.detail);
  else offer(draft, lease, lease.worker);
}
