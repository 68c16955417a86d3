/** So that a wrong clock or a slip of the hub's freezes nothing for days. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Until when a hub asked to be left alone, epoch ms, at most an hour away; null: it did not.
 * @param header of Retry-After: seconds, or an HTTP date
 */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const at = /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(at) || at <= now ? null : Math.min(at, now + MAX_WAIT_MS);
}
