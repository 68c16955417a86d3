import type { Spread } from '../kit/statistics.ts';
import { figure } from './markdown.ts';

export interface Bar {
  readonly name: string;
  readonly value: Spread;
}

const width = 720;
const nameWidth = 250;
const valueWidth = 110;
const rowHeight = 26;
const top = 44;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Colours that can be read on a light and on a dark page. */
const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 }
.value { font-variant-numeric: tabular-nums }
.bar { fill: #2f6fbf }
.range { stroke: #24292f; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .bar { fill: #6ea8fe }
  .range { stroke: #e6edf3 }
}
</style>`;

/**
 * Medians as bars with their least and most. A logarithmic scale where the largest is more than fifty times the smallest,
 * and the title says so.
 */
export function barChart(title: string, unit: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value.max));
  const least = Math.min(...bars.map(({ value }) => value.min));
  const isLogarithmic = most > least * 50;
  const from = isLogarithmic ? least / 2 : 0;
  const room = width - nameWidth - valueWidth;
  const place = (value: number): number => {
    const share = isLogarithmic ? Math.log(value / from) / Math.log(most / from) : value / most;
    return nameWidth + room * Math.max(0, share);
  };
  const rows = bars.map(({ name, value }, index) => {
    const y = top + index * rowHeight;
    const middle = y + rowHeight / 2;
    const [left, right, end] = [place(value.min), place(value.max), place(value.median)].map((x) =>
      x.toFixed(1),
    );
    return [
      `<text x="${nameWidth - 10}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="bar" x="${nameWidth}" y="${y + 4}" width="${(Number(end) - nameWidth).toFixed(1)}" height="${rowHeight - 8}" rx="2"/>`,
      `<line class="range" x1="${left}" y1="${middle}" x2="${right}" y2="${middle}"/>`,
      `<text class="value" x="${width - 4}" y="${middle + 4}" text-anchor="end">${figure(value.median)} ${unit}</text>`,
    ].join('\n');
  });
  const height = top + bars.length * rowHeight + 12;
  const scale = isLogarithmic ? ', logarithmic scale' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
${style}
<text class="title" x="4" y="22">${escaped(title)} (${unit}${scale})</text>
${rows.join('\n')}
</svg>
`;
}
