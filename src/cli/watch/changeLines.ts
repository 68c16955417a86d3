import type { Timers } from '../../ipc/timers.ts';
import { oneLine } from '../output/cleanText.ts';
import { isBookkeeping } from '../../protocol/eventWords.ts';
import { eventLine } from '../output/eventText.ts';
import { localTime } from '../../protocol/times.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { countLine } from '../status/statusText.ts';
import { readStatus } from '../status/statusView.ts';
import { type Change, changes, passes } from './changes.ts';

export interface LinesPlace {
  readonly server: ServerConnection;
  readonly out: (text: string) => void;
  readonly isJson: boolean;
  readonly now: () => number;
  readonly timers: Timers;
}

/** A line for how things stand, then one for each change, until the signal is aborted; rejects with its reason. */
export async function changeLines(place: LinesPlace, signal: AbortSignal): Promise<never> {
  const { server, out, timers } = place;
  const source = changes(server, timers, signal);
  let isLost = false;
  for (;;) {
    const { value: change } = await source.next();
    // While nobody is there it is tried again and again; once is told.
    if (change.kind === 'lost' && isLost) continue;
    isLost = change.kind === 'lost';
    for (const line of await linesOf(place, change)) out(`${line}\n`);
  }
}

async function linesOf(place: LinesPlace, change: Change): Promise<string[]> {
  if (change.kind === 'connected') return standing(place, change.isComplete);
  if (change.kind === 'lost') {
    const { message, next } = change.error;
    if (place.isJson) return [JSON.stringify({ lost: { message, next } })];
    return [told(place, `${oneLine(message)}; this goes on by itself when one is there`)];
  }
  const events = change.events.filter((event) => !isBookkeeping(event));
  if (place.isJson) return events.map((event) => JSON.stringify({ event }));
  return events.map((event) => eventLine({ now: place.now(), columns: null, isColoured: false }, event));
}

async function standing(place: LinesPlace, isComplete: boolean): Promise<string[]> {
  const { server, now, isJson } = place;
  try {
    const status = await readStatus(server, now());
    if (isJson) return [JSON.stringify({ status, is_complete: isComplete })];
    const gap = isComplete
      ? []
      : [told(place, 'some events are archived and not told here: signalbox history')];
    return [...gap, told(place, countLine(status))];
  } catch (error) {
    // It went again, which is told next, and with the next one it is asked again.
    if (passes(error)) return [];
    throw error;
  }
}

/** In the columns of an event, without a position. */
const told = ({ now }: LinesPlace, text: string): string => `        ${localTime(now(), now())}  ${text}`;
