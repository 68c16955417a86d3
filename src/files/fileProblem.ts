/** Keys and list positions from the top of a file's value down. */
export type KeyPath = readonly (string | number)[];

/** Where something stands in a text, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file that a person writes, and what to do. It names keys and types, never values. */
export interface FileProblem {
  /** Such as `workers.ci.repos[0]`; empty: the file as a whole. */
  readonly path: string;
  /** A whole sentence that begins with the place, where that is known, and ends with the next step. */
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

export function fileProblem(path: KeyPath, place: Place | null, sentence: string): FileProblem {
  const prefix = place === null ? '' : `line ${place.line}, column ${place.column}: `;
  return {
    path: pathText(path),
    message: `${prefix}${sentence}`,
    line: place?.line ?? null,
    column: place?.column ?? null,
  };
}

/** The path as people write it; a key that is no plain word is quoted, its control characters escaped. */
export function pathText(path: KeyPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$-]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
