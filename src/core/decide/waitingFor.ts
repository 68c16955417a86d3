import type { LiveLease, WaitingReason } from '../model/lease.ts';
import type { TaskRecord } from '../model/task.ts';
import type { DependencyJudge } from '../rules/dependencies.ts';
import { canDispatchPlan, statusOf } from '../rules/taskStatus.ts';
import type { Draft } from './draft.ts';

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
