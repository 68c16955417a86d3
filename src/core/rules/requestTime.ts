import { uuid7Time } from '../../base/uuid7.ts';
import type { RequestId } from '../model/ids.ts';

/** An older request id is refused (W2). */
const horizonMs = 7 * 24 * 60 * 60 * 1000;
/** A caller's clock may be ahead by so much. */
const aheadMs = 5 * 60 * 1000;
/** For so long after it was accepted a request id can still pass, so its answer is kept. */
export const requestKeptMs = horizonMs + aheadMs;

/** Whether a request id is a UUIDv7 of the last 7 days, at most 5 min ahead (W2). */
export function isRequestIdInTime(id: RequestId, now: number): boolean {
  const madeAt = uuid7Time(id);
  return madeAt !== null && madeAt > now - horizonMs && madeAt <= now + aheadMs;
}
