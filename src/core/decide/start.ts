import { ok, type Result } from '../../base/result.ts';
import type { Answers } from '../commands.ts';
import type { Rejection } from '../rejection.ts';
import type { Draft } from './draft.ts';

/**
 * First command of a process: a holder has at least `restartGrace` left, once for each stored renewal, so that restarts
 * in a row add nothing (C16). Answers the offers whose send nobody knows the outcome of: they are sent again (C9).
 */
export function start(draft: Draft): Result<Answers['start'], Rejection> {
  const earliestAt = draft.now + draft.context.settings.restartGraceMs;
  const live = [...draft.state.live.values()];
  const graced = live
    .filter((lease) => lease.state === 'acknowledged')
    .filter((lease) => lease.frozenAt === null && !lease.hasGrace && lease.deadlineAt < earliestAt)
    .map((lease) => ({ leaseId: lease.id, deadlineAt: earliestAt }));
  draft.emit('CoordinatorStarted', { graced });
  const resends = live
    .filter((lease) => lease.state === 'offered')
    .filter((lease) => lease.transport.state === null && draft.now < lease.deadlineAt)
    .map((lease) => lease.id);
  return ok({ resends });
}
