import type { PaneView } from './panes.ts';

/** What stands in the input line of a pane. `unseen`: no line looks like an empty prompt or a filled one. */
export interface InputLine {
  readonly kind: 'empty' | 'text' | 'unseen';
  /** What stands in it, where that is one row and the cursor is behind it; else empty. */
  readonly text: string;
  /** Row that it was looked for in. */
  readonly row: number;
}

/** Borders that programs draw around their input. */
const border = /[│┃║╎┆|▌▐█]/gu;
/** A program that hides the cursor draws its own; its input line begins with a mark. */
const markedLine = /^\s*[>❯›»](?=\s|$)/u;
const mark = /[$#%>❯›»](?=\s|$)/u;
const question = /\?|\[[yn]\b|\b[yn](es|o)?\s*\/\s*[yn]/iu;

const escape = String.fromCharCode(27);
/** Colours, and the links of newer servers. */
const sequences = new RegExp(`(${escape}\\[[\\d;:]*m|${escape}\\][^${escape}]*${escape}\\\\)`, 'u');

/** Without the marks of colours, and without faint text, which programs show as an example of what could be typed. */
export function plainRow(row: string): string {
  let isFaint = false;
  let plain = '';
  for (const piece of row.split(sequences)) {
    if (!piece.startsWith(escape)) plain += isFaint ? ' '.repeat(piece.length) : piece;
    else if (piece.startsWith(`${escape}[`)) isFaint = faintAfter(piece, isFaint);
  }
  return plain;
}

function faintAfter(sequence: string, before: boolean): boolean {
  const codes = sequence.slice(2, -1).split(/[;:]/u);
  // 38;2;... and 48;5;... are colours, not faintness.
  if (['38', '48', '58'].some((code) => codes.includes(code))) return before && codes[0] !== '0';
  if (codes.includes('2')) return true;
  return codes.some((code) => code === '' || code === '0' || code === '22') ? false : before;
}

/** @param prompt what stands before the cursor on an empty line, where the usual marks don't fit */
export function inputLine({ rows, cursor }: PaneView, prompt: string | null): InputLine {
  const plain = rows.map(plainRow);
  if (!cursor.isVisible) return drawnLine(plain, prompt);
  const row = plain[cursor.y] ?? '';
  const isBehind = isBlank(row.slice(cursor.x));
  return { ...(isBehind ? beforeCursor(row.slice(0, cursor.x), prompt) : textLine), row: cursor.y };
}

function drawnLine(rows: readonly string[], prompt: string | null): InputLine {
  const row = rows.findLastIndex((each) =>
    prompt === null ? markedLine.test(bare(each)) : bare(each).trim().startsWith(prompt.trim()),
  );
  if (row < 0) return { ...unseenLine, row };
  const line = bare(rows[row] ?? '').trim();
  const rest = prompt === null ? line.replace(markedLine, '') : line.slice(prompt.trim().length);
  return { ...lineOf(rest), row };
}

type Seen = Omit<InputLine, 'row'>;
const unseenLine: Seen = { kind: 'unseen', text: '' };
const textLine: Seen = { kind: 'text', text: '' };
const lineOf = (rest: string): Seen => ({ kind: rest.trim() === '' ? 'empty' : 'text', text: rest.trim() });

function beforeCursor(before: string, prompt: string | null): Seen {
  const line = bare(before).trim();
  if (prompt !== null) {
    return line.startsWith(prompt.trim()) ? lineOf(line.slice(prompt.trim().length)) : textLine;
  }
  if (question.test(line)) return unseenLine;
  const at = line.search(mark);
  return at < 0 ? unseenLine : lineOf(line.slice(at + 1));
}

/** Rows without blanks and borders: programs break a long line in their own ways. */
const squeeze = (rows: readonly string[]): string =>
  rows.map((row) => bare(row).replace(/\s+/gu, '')).join('');

/**
 * Whether what was typed stands in the input line that was empty, and nothing else: no key of a person behind it, and no
 * prompt that has come below it.
 * @param row that the empty input line was in
 */
export function showsTyped(before: PaneView, after: PaneView, row: number, typed: string): boolean {
  if (before.cursor.isVisible !== after.cursor.isVisible) return false;
  const old = before.rows.map(plainRow);
  const rows = after.rows.map(plainRow);
  const wanted = squeeze([old[row] ?? '', typed]);
  const { x, y, isVisible } = after.cursor;
  if (isVisible) {
    // From the cursor up, since the pane may have scrolled.
    const isThere = rows.slice(0, y + 1).some((_, from) => squeeze(rows.slice(from, y + 1)) === wanted);
    const isLast = isBlank((rows[y] ?? '').slice(x));
    return isThere && isLast && squeeze(rows.slice(y + 1)) === squeeze(old.slice(row + 1));
  }
  const from = rows.findLastIndex((each) => squeeze([each]).startsWith(squeeze([old[row] ?? ''])));
  const below = rows.findIndex((_, to) => to >= from && squeeze(rows.slice(from, to + 1)) === wanted);
  const asks = (each: string): boolean =>
    markedLine.test(bare(each)) || question.test(each.replace(/\?/gu, ''));
  return from >= 0 && below >= 0 && !rows.slice(below + 1).some(asks);
}

const bare = (text: string): string => text.replace(border, ' ');
const isBlank = (text: string): boolean => bare(text).trim() === '';
