import type { SourceName } from '../model/ids.ts';
import type { LiveLease, PendingReason } from '../model/lease.ts';
import type { Draft } from './draft.ts';
import { taskOf } from './taskOf.ts';

/** Whether a source's last good snapshot is too old to hand out work by (C4). */
export function isSourceStale({ context, now }: Draft, source: SourceName): boolean {
  const goodAt = context.facts.goodAt.get(source);
  return goodAt === undefined || now - goodAt >= 2 * context.settings.tickMs;
}

/** Why nothing may be handed out to a caller now, whatever is free: no configuration, no fresh source (C4, C21). */
export function dispatchObstacle(
  draft: Draft,
  lease: LiveLease,
): { reason: PendingReason; detail: string } | null {
  const { source } = taskOf(draft.state, lease).facts;
  if (!draft.context.settings.canDispatch) return { reason: 'paused', detail: noConfiguration };
  return isSourceStale(draft, source) ? { reason: 'source_stale', detail: source } : null;
}

export const noConfiguration = 'no valid configuration';
