import { misused } from './commandFailure.ts';

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const whole = /^(\d+(ms|s|m|h))+$/;

/** `90s`, `5m`, `1h30m`, `250ms` in milliseconds; null: it is no duration. A bare number is none: of what? */
export function parseDuration(text: string): number | null {
  if (!whole.test(text)) return null;
  let ms = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|s|m|h)/g)) {
    ms += Number(count) * unitMs[unit as keyof typeof unitMs];
  }
  return Number.isSafeInteger(ms) ? ms : null;
}

export function readDuration(flag: string, text: string, within?: readonly [string, string]): number {
  const ms = parseDuration(text);
  if (ms === null) {
    throw misused(`--${flag}: ${JSON.stringify(text)} is no duration`, 'Write it as 90s, 5m or 1h30m.');
  }
  const [least, most] = within ?? [];
  if (ms < (parseDuration(least ?? '') ?? 0) || ms > (parseDuration(most ?? '') ?? Infinity)) {
    throw misused(`--${flag}: ${text} is out of range`, `Give ${least ?? ''} to ${most ?? ''}.`);
  }
  return ms;
}
