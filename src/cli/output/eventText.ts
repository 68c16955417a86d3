import { eventDetails, eventWords } from '../../protocol/eventWords.ts';
import { shortId } from '../../protocol/shortIds.ts';
import { localTime } from '../../protocol/times.ts';
import type { EventView } from '../../protocol/views.ts';
import { manyLines, oneLine } from './cleanText.ts';
import { paint, type Paper } from './paper.ts';

/** Position, time, what, about what, by whom. */
function headOf(paper: Paper, event: EventView): string {
  const { position, at, actor, task_id, lease_id } = event;
  const about = [
    task_id === null ? '' : oneLine(task_id),
    lease_id === null ? '' : `lease ${shortId(lease_id)}`,
  ];
  const by = actor.surface === 'system' ? '' : `by ${actor.surface} ${oneLine(actor.name)}`;
  const place = paint(paper, 'dim', `${String(position).padStart(6)}  ${localTime(at, paper.now)}`);
  return [place, paint(paper, 'bold', eventWords(event)), ...about, by]
    .filter((part) => part !== '')
    .join('  ');
}

/** One event; below it what was said. */
export function eventText(paper: Paper, event: EventView): string {
  const indent = '\n          ';
  const details = eventDetails(event).map((line) => manyLines(line).replaceAll('\n', indent));
  return [headOf(paper, event), ...details].join(indent);
}

/** The same on one line. */
export const eventLine = (paper: Paper, event: EventView): string =>
  [headOf(paper, event), ...eventDetails(event).map(oneLine)].join('  ');
