import type { ProcessRef } from '../model/lease.ts';

/** Number and start time tell a process from a later one with the same number (C13); two unknown ones count as the same. */
export const isSameProcess = (one: ProcessRef | null, other: ProcessRef | null): boolean =>
  one === null || other === null ? one === other : one.pid === other.pid && one.startedAt === other.startedAt;
