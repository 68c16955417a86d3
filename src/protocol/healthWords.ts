import { shortId } from './shortIds.ts';
import { localTime } from './times.ts';

const ids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** What a row of health says, in a person's words: ids as short as verbs take them, instants by the local clock. */
export const healthWords = (text: string, now: number): string =>
  text.replace(ids, (id) => shortId(id)).replace(instants, (instant) => localTime(Date.parse(instant), now));
