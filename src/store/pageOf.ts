import type { EventPage, HistoryFilter } from '../coordinator/ports.ts';
import type { RegisterEvent } from '../core/events.ts';

/** Whether an event is about all that is asked for (C20). */
export const matches = (filter: HistoryFilter, { about }: RegisterEvent): boolean =>
  (filter.taskId === undefined || about.taskId === filter.taskId) &&
  (filter.leaseId === undefined || about.leaseId === filter.leaseId) &&
  (filter.worker === undefined || about.worker === filter.worker);

/** The first `limit` matching events at positions >= `from`, out of events in order of position without a gap. */
export function pageOf(
  events: readonly RegisterEvent[],
  filter: HistoryFilter,
  from: number,
  limit: number,
): EventPage {
  const first = events[0]?.position ?? 1;
  const found: RegisterEvent[] = [];
  for (let index = Math.max(0, from - first); index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined || !matches(filter, event)) continue;
    if (found.length === limit) return { events: found, next: event.position };
    found.push(event);
  }
  return { events: found, next: null };
}
