import { uuid7Time } from '../../base/uuid7.ts';
import { requestHorizonMs } from '../evolve/foldScope.ts';
import type { RequestId } from '../model/ids.ts';

/** A caller's clock may be ahead by so much. */
const aheadMs = 5 * 60 * 1000;

/** Whether a request id is a UUIDv7 of the last 7 days, at most 5 min ahead (W2). */
export function isRequestIdInTime(id: RequestId, now: number): boolean {
  const madeAt = uuid7Time(id);
  return madeAt !== null && madeAt > now - requestHorizonMs && madeAt <= now + aheadMs;
}
