const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in its greatest whole unit: `3 s`, `12 min`, `5 h`, `9 d`. */
export function spanText(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The local clock time; with its date if that is not today's. */
export function localTime(at: number, now: number): string {
  const date = new Date(at);
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

/** `12 min ago (14:20)`, `in 9 min (14:41)`; null: `-`. */
export function timeText(at: number | null, now: number): string {
  if (at === null) return '-';
  const span = at > now ? `in ${spanText(at - now)}` : `${spanText(now - at)} ago`;
  return `${span} (${localTime(at, now)})`;
}

/** For tables: `12 min ago`, `in 9 min`; null: `-`. */
export const shortTime = (at: number | null, now: number): string => {
  if (at === null) return '-';
  return at > now ? `in ${spanText(at - now)}` : `${spanText(now - at)} ago`;
};
