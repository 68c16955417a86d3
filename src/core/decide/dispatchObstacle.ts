import type { SourceName } from '../model/ids.ts';
import type { LiveLease, PendingReason } from '../model/lease.ts';
import { gateOf } from '../rules/gates.ts';
import type { Draft } from './draft.ts';
import { taskOf } from './taskOf.ts';

/** Whether a source's last good snapshot is too old to hand out work by (C4). */
export function isSourceStale({ context, now }: Draft, source: SourceName): boolean {
  const goodAt = context.facts.goodAt.get(source);
  return goodAt === undefined || now - goodAt >= 2 * context.settings.tickMs;
}

/** Why it may not be handed out now, whatever is free: no configuration, no fresh source, a new gate (C4, C15, C21). */
export function dispatchObstacle(
  draft: Draft,
  lease: LiveLease,
): { reason: PendingReason | 'gated'; detail: string } | null {
  const { settings } = draft.context;
  if (!settings.canDispatch) return { reason: 'paused', detail: noConfiguration };
  const task = taskOf(draft.state, lease);
  const { source } = task.facts;
  const gate = gateOf(task, settings);
  if (gate !== null) return { reason: 'gated', detail: gate };
  return isSourceStale(draft, source) ? { reason: 'source_stale', detail: source } : null;
}

export const noConfiguration = 'no valid configuration';
