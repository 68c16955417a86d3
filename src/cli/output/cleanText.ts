/** Turns what others wrote into text that can't move the cursor, colour the terminal or turn the line around. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The same, lines kept. */
export const manyLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => oneLine(line.replaceAll('\t', '  ')))
    .join('\n');
