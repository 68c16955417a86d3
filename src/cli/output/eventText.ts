import type { CheckpointView, EventView } from '../../protocol/views.ts';
import { manyLines, oneLine } from './cleanText.ts';
import { paint, type Paper } from './paper.ts';
import { shortId } from './shortIds.ts';
import { localTime } from './times.ts';

/** `LeaseAcknowledged` in words: `lease acknowledged`. */
const words = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

const labels: Readonly<Record<keyof CheckpointView, string>> = {
  summary: 'summary',
  next_action: 'next',
  blocked_reason: 'blocked',
  files_changed: 'files',
};

function checkpointLines(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const checkpoint = value as CheckpointView;
  return Object.entries(labels).flatMap(([key, label]) => {
    const said = checkpoint[key as keyof CheckpointView];
    if (said === undefined) return [];
    return [`${label}: ${typeof said === 'string' ? said : said.join(', ')}`];
  });
}

/** A second file of the month has `-2` before its ending. */
const archivedIn = (at: number): string =>
  `archived in: .signalbox/state/archive/${new Date(at).toISOString().slice(0, 7)}.jsonl.gz`;

/** What a person asks of an event: texts in full, reasons by name (C20). */
function detailLines({ type, at, data }: EventView): string[] {
  const said = ['value', 'text', 'note', 'reason', 'detail', 'verdict', 'status', 'title'].flatMap((key) => {
    const value = data[key];
    return typeof value === 'string' && value !== '' ? [`${key}: ${value}`] : [];
  });
  if (type === 'LeaseArchived') said.unshift(`ended: ${String(data['state'])}`, archivedIn(at));
  return [...said, ...checkpointLines(data['checkpoint'] ?? data['result'])];
}

/** One event: position, time, what, about what, by whom; below it what was said. */
export function eventText(paper: Paper, event: EventView): string {
  const { position, at, type, actor, task_id, lease_id } = event;
  const about = [
    task_id === null ? '' : oneLine(task_id),
    lease_id === null ? '' : `lease ${shortId(lease_id)}`,
  ];
  const by = actor.surface === 'system' ? '' : `by ${actor.surface} ${oneLine(actor.name)}`;
  const place = paint(paper, 'dim', `${String(position).padStart(6)}  ${localTime(at, paper.now)}`);
  const head = [place, paint(paper, 'bold', words(type)), ...about, by]
    .filter((part) => part !== '')
    .join('  ');
  const indent = '\n          ';
  return [head, ...detailLines(event).map((line) => manyLines(line).replaceAll('\n', indent))].join(indent);
}
