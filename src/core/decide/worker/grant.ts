import type { Grant } from '../../commands.ts';
import type { SessionKey, TaskId } from '../../model/ids.ts';
import type { Acknowledged } from '../../model/lease.ts';
import type { Decision } from '../../model/records.ts';
import type { State } from '../../model/state.ts';
import { decisionsOf } from '../decisionsOf.ts';
import type { Draft } from '../draft.ts';
import { heldLease } from '../moves.ts';

/** The task's decisions that this session has not reported as shown (T3). */
export function decisionsFor(state: State, taskId: TaskId, session: SessionKey): Decision[] {
  return decisionsOf(state, taskId).filter((decision) => !decision.shownTo.includes(session));
}

/** Records what this answer hands over for the first time, and answers it (T8: delivered is not shown). */
export function deliverDecisions(draft: Draft, lease: Acknowledged): Decision[] {
  const { id: leaseId, session, taskId } = lease;
  const due = decisionsFor(draft.state, taskId, session);
  const decisionIds = due.filter(({ deliveredAt }) => deliveredAt === null).map(({ id }) => id);
  if (decisionIds.length > 0) draft.emit('DecisionsDelivered', { leaseId, session, decisionIds });
  return decisionsFor(draft.state, taskId, session);
}

/** What the holder gets: the lease, its epoch, and the decisions that wait for its session (T4). */
export function grantOf(draft: Draft, held: Acknowledged): Grant {
  const decisions = deliverDecisions(draft, held);
  return grantWith(heldLease(draft, held), decisions);
}

export function grantWith(lease: Acknowledged, decisions: readonly Decision[]): Grant {
  return {
    lease,
    epoch: lease.epoch,
    deadlineAt: lease.frozenAt === null ? lease.deadlineAt : null,
    prompt: lease.prompt,
    decisions,
  };
}
