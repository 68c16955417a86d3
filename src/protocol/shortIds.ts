/** Ids are UUIDv7: those of one hour begin alike and end at random, so people are shown the end. */
const SHOWN = 8;
export const LEAST_GIVEN = 4;

const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const isWholeId = (text: string): boolean => whole.test(text);

/** The end of an id: enough of it to tell it from all the others. */
export function shortId(id: string, others: readonly string[] = []): string {
  if (!isWholeId(id)) return id;
  for (let length = SHOWN; length < id.length; length += 4) {
    const end = id.slice(-length);
    if (!others.some((other) => other !== id && other.endsWith(end))) return end;
  }
  return id;
}

/** The ids that a part of one may mean: those that end or begin with it. */
export function idsMeant(part: string, ids: readonly string[]): string[] {
  const given = part.toLowerCase();
  if (ids.includes(given)) return [given];
  if (given.length < LEAST_GIVEN) return [];
  const ending = ids.filter((id) => id.endsWith(given));
  return ending.length > 0 ? ending : ids.filter((id) => id.startsWith(given));
}
