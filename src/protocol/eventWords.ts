import type { CheckpointView, EventView } from './views.ts';

const bookkeeping = new Set(['RequestAccepted', 'ReceiptsAcknowledged']);

/** It says that something was written down, not that anything happened: no text shows it. */
export const isBookkeeping = ({ type }: EventView): boolean => bookkeeping.has(type);

/** `LeaseAcknowledged` in words: `lease acknowledged`. */
export const eventWords = ({ type }: EventView): string =>
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

/** What a person asks of an event, a line or more each: texts in full as they were written, reasons by name (C20). */
export function eventDetails({ type, at, data }: EventView): string[] {
  const said = ['value', 'text', 'note', 'reason', 'detail', 'verdict', 'status', 'title'].flatMap((key) => {
    const value = data[key];
    return typeof value === 'string' && value !== '' ? [`${key}: ${value}`] : [];
  });
  if (type === 'LeaseArchived') said.unshift(`ended: ${String(data['state'])}`, archivedIn(at));
  return [...said, ...checkpointLines(data['checkpoint'] ?? data['result'])];
}
