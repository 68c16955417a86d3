import type { RequestId } from '../model/ids.ts';
import { requestHorizonMs } from '../evolve/foldScope.ts';

const aheadMs = 5 * 60 * 1000;

/** Whether a request id is a UUIDv7 of the last 7 days, at most 5 min ahead (W2). */
export function isRequestIdInTime(id: RequestId, now: number): boolean {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.exec(id);
  if (match === null) return false;
  const madeAt = Number.parseInt(`${match[1] ?? ''}${match[2] ?? ''}`, 16);
  return madeAt > now - requestHorizonMs && madeAt <= now + aheadMs;
}
