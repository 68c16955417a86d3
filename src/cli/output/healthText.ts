import { healthWords } from '../../protocol/healthWords.ts';
import type { HealthRow } from '../../protocol/views.ts';
import { oneLine } from './cleanText.ts';
import { type Ink, paint, type Paper } from './paper.ts';
import { wrapped } from './wrapped.ts';

const marks: Readonly<Record<HealthRow['level'], { word: string; ink: Ink }>> = {
  error: { word: 'error', ink: 'red' },
  warn: { word: 'warn', ink: 'yellow' },
  ok: { word: 'ok', ink: 'green' },
};
const INDENT = ' '.repeat(7);

/** What is ill first, each with what to do; then what is well. */
export function healthText(paper: Paper, rows: readonly HealthRow[]): string {
  const levels = ['error', 'warn', 'ok'] as const;
  const sorted = levels.flatMap((level) => rows.filter((row) => row.level === level));
  return sorted.map((row) => rowText(paper, row)).join('\n');
}

function rowText(paper: Paper, { level, group, name, reason, next }: HealthRow): string {
  const { word, ink } = marks[level];
  const of = group === name ? name : `${group} ${oneLine(name)}`;
  const line = wrapped(
    `${word.padEnd(7)}${of}: ${healthWords(oneLine(reason), paper.now)}`,
    paper.columns,
    INDENT,
  );
  const shown = `${paint(paper, ink, word)}${line.slice(word.length)}`;
  if (next === null) return shown;
  const hint = wrapped(`${INDENT}-> ${healthWords(oneLine(next), paper.now)}`, paper.columns, `${INDENT}   `);
  return `${shown}\n${hint}`;
}
