import { spanText } from '../../protocol/times.ts';
import type { Timed } from '../timeLeft.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, in whole minutes, hours or days, so that a row changes no more often than that. */
export function timeSince(at: number, now: number): Timed {
  const ms = Math.max(0, now - at);
  const text = spanText(Math.max(ms, MINUTE_MS));
  const unitMs = ms < HOUR_MS ? MINUTE_MS : ms < 2 * DAY_MS ? HOUR_MS : DAY_MS;
  return {
    text: ms < MINUTE_MS ? 'under 1 min' : text,
    changesAt: at + (Math.floor(ms / unitMs) + 1) * unitMs,
  };
}
