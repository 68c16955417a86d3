import type { Machine } from './machine.ts';
import type { Spread } from '../kit/statistics.ts';
import { type Figure, type Goal, isReached, type Measured } from './result.ts';

/** Three digits that count. */
export function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}

const range = ({ median, min, max }: Spread, unit: Figure['unit']): string =>
  min === max ? `${figure(median)} ${unit}` : `${figure(median)} ${unit} (${figure(min)} to ${figure(max)})`;

const goalRow = (goal: Goal): string =>
  `| ${goal.name} | ${range(goal.value, goal.unit)} | ${goal.must} ${goal.bound} | ${isReached(goal) ? 'yes' : '**no**'} |`;

function part(measured: Measured): string {
  const { title, how, rounds, slowRounds, figures, goals, notes, id } = measured;
  const slow = slowRounds === 0 ? '' : `, ${slowRounds} more in a slow spell of the disk left out`;
  return [
    `## ${title}`,
    `${how} ${rounds} ${rounds === 1 ? 'round' : 'rounds'}${slow}: median (least to most).`,
    `![](${id}.svg)`,
    [
      '| | |',
      '| --- | --- |',
      ...figures.map(({ name, unit, value }) => `| ${name} | ${range(value, unit)} |`),
    ].join('\n'),
    ['| must reach | measured | bound | reached |', '| --- | --- | --- | --- |', ...goals.map(goalRow)].join(
      '\n',
    ),
    ...notes,
  ].join('\n\n');
}

/** The report as Markdown, for people. */
export const markdown = (all: readonly Measured[], { cores, load }: Machine): string =>
  [
    '# Benchmarks',
    'Made by `npm run bench`. All ratios are of one run on one disk, the things compared interleaved in each round.',
    `${cores} cores; on average ${figure(load)} programs wanted one while it ran${load > cores + 1 ? ', so it was not alone: times are longer than they would be, and ratios uncertain' : ''}.`,
    ...all.map(part),
  ].join('\n\n');
