import stringWidth from 'string-width';
import { oneLine } from './cleanText.ts';
import { cut } from './cut.ts';
import { type Ink, paint, type Paper } from './paper.ts';

export type Cell = string | { readonly text: string; readonly ink: Ink };

const GAP = 2;
/** A column that is cut keeps at least this much. */
const LEAST = 12;

const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined) return '';
  return oneLine(typeof cell === 'string' ? cell : cell.text);
};

/**
 * Rows under their headings, in columns that line up whatever the letters are. On a terminal the widest column is cut to
 * what fits; elsewhere nothing is.
 */
export function table(paper: Paper, headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => headings.map((_, at) => textOf(row[at])));
  const widths = fitted(
    headings.map((heading, at) =>
      Math.max(heading.length, ...texts.map((row) => stringWidth(row[at] ?? ''))),
    ),
    paper.columns,
  );
  const line = (cells: readonly string[], inks: readonly (Ink | null)[]): string =>
    cells
      .map((text, at) => {
        const width = widths[at] ?? 0;
        const shown = cut(text, width);
        const isLast = at === cells.length - 1;
        const padding = isLast ? '' : ' '.repeat(width - stringWidth(shown) + GAP);
        const ink = inks[at] ?? null;
        return `${ink === null ? shown : paint(paper, ink, shown)}${padding}`;
      })
      .join('')
      .trimEnd();
  const head = line(
    headings.map((heading) => heading.toUpperCase()),
    headings.map(() => 'dim'),
  );
  const body = rows.map((row, at) => {
    const inks = headings.map((_, column) => inkOf(row[column]));
    return line(texts[at] ?? [], inks);
  });
  return [head, ...body].join('\n');
}

const inkOf = (cell: Cell | undefined): Ink | null =>
  cell === undefined || typeof cell === 'string' ? null : cell.ink;

function fitted(widths: readonly number[], columns: number | null): number[] {
  const fit = [...widths];
  if (columns === null) return fit;
  let excess = fit.reduce((sum, width) => sum + width, GAP * (fit.length - 1)) - columns;
  while (excess > 0) {
    const widest = fit.indexOf(Math.max(...fit));
    const width = fit[widest] ?? 0;
    if (width <= LEAST) break;
    const next = Math.max(LEAST, ...fit.filter((_, at) => at !== widest), width - excess);
    const reduced = next < width ? next : width - 1;
    fit[widest] = reduced;
    excess -= width - reduced;
  }
  return fit;
}
