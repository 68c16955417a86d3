import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Found {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'socket';
}

/** A folder and all that is in it. */
export function filesIn(folder: string): Found[] {
  const kindOf = (each: string): Found['kind'] => {
    const found = lstatSync(each);
    if (found.isSocket()) return 'socket';
    return found.isDirectory() ? 'folder' : 'file';
  };
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  return [folder, ...inside].map((each) => ({ path: each, kind: kindOf(each) }));
}

/** In octal. */
export const modeOf = (file: string): string => (lstatSync(file).mode & 0o777).toString(8);
