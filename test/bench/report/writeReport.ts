import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart } from './barChart.ts';
import type { Machine } from './machine.ts';
import { markdown } from './markdown.ts';
import type { Measured } from './result.ts';

/** Writes README.md, results.json and one plot a part. */
export function writeReport(folder: string, measured: readonly Measured[], machine: Machine): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), `${markdown(measured, machine)}\n`);
  const results = { at: new Date().toISOString(), machine, measured };
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  for (const part of measured) writeFileSync(join(folder, `${part.id}.svg`), plot(part));
}

/** The figures of the unit that the part is about: rates where there are some. */
function plot({ title, figures }: Measured): string {
  const unit = figures.some((figure) => figure.unit === '/s') ? '/s' : 'ms';
  return barChart(
    title,
    unit,
    figures.filter((figure) => figure.unit === unit),
  );
}
