import { randomBytes } from 'node:crypto';
import { uuid7, uuid7Time } from '../../../src/base/uuid7.ts';
import type { RegisterEvent } from '../../../src/core/events.ts';
import type { RecordedLife } from './recordLife.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
/** What differs from life to life: ids, the task's number, ranks, the counter of epochs, instants. */
const varying = new RegExp(
  `(?<id>${uuid})|(?<task>workspace/2\\b|"(?:externalId|sourceId)":"2")|(?<rank>"rank":2\\b)` +
    `|(?<epoch>"2\\.(?=[\\w-]{22}"))|(?<instant>\\b1\\d{12}\\b)`,
  'g',
);

type Part = string | ((number: number, shiftMs: number, ids: readonly string[]) => string);

/** The life as text with gaps. */
function template(life: readonly RegisterEvent[]): { parts: readonly Part[]; ids: readonly string[] } {
  const text = JSON.stringify(life);
  const parts: Part[] = [];
  const ids: string[] = [];
  let end = 0;
  for (const match of text.matchAll(varying)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    parts.push(gap(match[0], match.groups ?? {}, ids));
  }
  parts.push(text.slice(end));
  return { parts, ids };
}

function gap(found: string, groups: Readonly<Record<string, string | undefined>>, ids: string[]): Part {
  if (groups['id'] !== undefined) {
    if (!ids.includes(found)) ids.push(found);
    const index = ids.indexOf(found);
    return (_number, _shift, own) => own[index] ?? '';
  }
  if (groups['instant'] !== undefined) return (_number, shiftMs) => String(Number(found) + shiftMs);
  return (number) => found.replace('2', String(number));
}

/**
 * Events of many whole lives, each as a real host stored one, at most `count`, spread evenly over the days before now: so
 * the requests of the last week are still known, as they would be, and no lease is left open.
 */
export function* repeatLife(
  { before, life }: RecordedLife,
  count: number,
  spreadMs: number,
): Generator<readonly RegisterEvent[]> {
  const { parts, ids } = template(life);
  const lives = Math.floor((count - before.length) / life.length);
  const recordedAt = life[0]?.at ?? 0;
  const beginAt = Date.now() - spreadMs;
  yield before.map((event) => ({ ...event, at: beginAt }));
  let position = before.length;
  for (let index = 0; index < lives; index += 1) {
    const shiftMs = Math.round(beginAt + (spreadMs * index) / lives - recordedAt);
    const own = ids.map((id) => uuid7((uuid7Time(id) ?? 0) + shiftMs, randomBytes(10)));
    const text = parts
      .map((part) => (typeof part === 'string' ? part : part(index + 2, shiftMs, own)))
      .join('');
    yield (JSON.parse(text) as RegisterEvent[]).map((event) => ({ ...event, position: ++position }));
  }
}
