import stringWidth from 'string-width';

/** A line is not broken into less than this, however narrow the terminal. */
const LEAST = 24;

/**
 * One line as several that fit, broken between words; the following ones begin with the indent. A word that is longer than
 * a line stays whole. Columns null: it is no terminal, so nothing is broken.
 */
export function wrapped(line: string, columns: number | null, indent: string): string {
  if (columns === null) return line;
  const most = Math.max(LEAST, columns);
  const lines: string[] = [];
  const [first = '', ...words] = line.split(' ');
  let current = first;
  for (const word of words) {
    const longer = `${current} ${word}`;
    if (current.trim() !== '' && stringWidth(longer) > most) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
