import type { HealthRow } from '../../protocol/views.ts';
import { oneLine } from './cleanText.ts';
import { type Ink, paint, type Paper } from './paper.ts';
import { shortId } from './shortIds.ts';
import { localTime } from './times.ts';
import { wrapped } from './wrapped.ts';

const marks: Readonly<Record<HealthRow['level'], { word: string; ink: Ink }>> = {
  error: { word: 'error', ink: 'red' },
  warn: { word: 'warn', ink: 'yellow' },
  ok: { word: 'ok', ink: 'green' },
};
const INDENT = ' '.repeat(7);

const ids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** In a person's words: ids as short as verbs take them, instants by the local clock. */
const worded = (text: string, now: number): string =>
  oneLine(text)
    .replace(ids, (id) => shortId(id))
    .replace(instants, (instant) => localTime(Date.parse(instant), now));

/** What is ill first, each with what to do; then what is well. */
export function healthText(paper: Paper, rows: readonly HealthRow[]): string {
  const levels = ['error', 'warn', 'ok'] as const;
  const sorted = levels.flatMap((level) => rows.filter((row) => row.level === level));
  return sorted.map((row) => rowText(paper, row)).join('\n');
}

function rowText(paper: Paper, { level, group, name, reason, next }: HealthRow): string {
  const { word, ink } = marks[level];
  const of = group === name ? name : `${group} ${oneLine(name)}`;
  const line = wrapped(`${word.padEnd(7)}${of}: ${worded(reason, paper.now)}`, paper.columns, INDENT);
  const shown = `${paint(paper, ink, word)}${line.slice(word.length)}`;
  if (next === null) return shown;
  const hint = wrapped(`${INDENT}-> ${worded(next, paper.now)}`, paper.columns, `${INDENT}   `);
  return `${shown}\n${hint}`;
}
