/** What a result is written on. */
export interface Paper {
  readonly now: number;
  /** Columns of the terminal; null: it is no terminal, so nothing is cut. */
  readonly columns: number | null;
  readonly isColoured: boolean;
}

export type Ink = 'bold' | 'dim' | 'red' | 'yellow' | 'green';

const codes: Readonly<Record<Ink, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
};

/** A word always stands beside a colour, so none has to be told apart. */
export function paint(paper: Paper, ink: Ink, text: string): string {
  if (!paper.isColoured || text === '') return text;
  const [on, off] = codes[ink];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
