import type { Facts } from '../context.ts';
import type { Acknowledged } from '../model/lease.ts';
import type { Settings } from '../model/settings.ts';

/** A wait list is used up to its last entry, which repeats (C10, C11). `times` counts from 1. */
export const backoffMs = ({ retryBackoffMs }: Settings, times: number): number =>
  retryBackoffMs.slice(0, times).reduce((_, waitMs) => waitMs, 0);

/** Past its deadline, unless its time stands still (C13). */
export const isExpired = (lease: Acknowledged, now: number): boolean =>
  lease.frozenAt === null && now >= lease.deadlineAt;

/**
 * Whether the holder is present (C13): while its process lives; without a known process until the deadline. A person who
 * acknowledged counts as present, since nobody can see that person leave.
 */
export function isPresent(lease: Acknowledged, facts: Facts, now: number): boolean {
  if (facts.endedHolders.has(lease.id)) return false;
  if (lease.holder.kind === 'operator' || lease.holder.process !== null) return true;
  return !isExpired(lease, now);
}

/** Lost: past the deadline and absent, or present but silent for `maxSilence` (C13). */
export function isLost(lease: Acknowledged, facts: Facts, settings: Settings, now: number): boolean {
  if (!isExpired(lease, now)) return false;
  return !isPresent(lease, facts, now) || now - lease.renewedAt >= settings.maxSilenceMs;
}

/**
 * The stored deadline after a sign of life; null when nothing changes: less than half of the time is used up (C16), or it
 * stands still, which it does only with more than half of it left (C13).
 */
export function renewedDeadline({ frozenAt, deadlineAt, ttlMs }: Acknowledged, now: number): number | null {
  return frozenAt === null && deadlineAt - now <= ttlMs / 2 ? now + ttlMs : null;
}
