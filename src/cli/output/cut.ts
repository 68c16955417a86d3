import stringWidth from 'string-width';

/** As `paint` writes them; no other control character is left in what is cut. */
const colours = /(\p{Cc}\[[\d;]*m)/u;

/** What fits into so many columns, with `…` where something is missing. Colours take no room and are kept whole. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  let used = 0;
  let isCut = false;
  for (const [at, part] of text.split(colours).entries()) {
    // A colour that was switched on has to be switched off too, so those behind the cut are kept.
    if (at % 2 === 1) shown += part;
    else if (!isCut) {
      for (const { segment } of new Intl.Segmenter().segment(part)) {
        used += stringWidth(segment);
        isCut = used > width - 1;
        if (isCut) break;
        shown += segment;
      }
      if (isCut) shown += '…';
    }
  }
  return shown;
}
