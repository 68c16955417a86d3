/** Bytes that a text takes as UTF-8; a lone surrogate counts as its replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    if (character < '\u0080') bytes += 1;
    else if (character < '\u0800') bytes += 2;
    else bytes += character.length === 1 ? 3 : 4;
  }
  return bytes;
}
