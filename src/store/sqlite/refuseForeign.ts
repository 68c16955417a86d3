import { join } from 'node:path';
import { foreign } from './storeFaults.ts';
import type { FileKind, StoreFiles } from './storeFiles.ts';
import type { StoreName } from './storeNames.ts';

const words: Readonly<Record<Exclude<FileKind, 'file'>, string>> = {
  folder: 'is a folder',
  link: 'is a symbolic link',
  other: 'is a pipe, a socket or a device',
};

export interface ForeignEntry {
  readonly name: string;
  /** What it is, as the rest of a sentence. */
  readonly what: string;
}

/** What has a name of the store and is no file: a folder can't be read, and a pipe would be waited for without end. */
export const foreignEntries = (
  files: StoreFiles,
  state: string,
  names: readonly StoreName[],
): ForeignEntry[] =>
  names.flatMap(({ name }) => {
    const kind = files.kind(join(state, name));
    return kind === null || kind === 'file' ? [] : [{ name, what: words[kind] }];
  });

/** S5. @throws RegisterFault `damaged` that names the first of them */
export function refuseForeign(files: StoreFiles, state: string, names: readonly StoreName[]): void {
  const [first] = foreignEntries(files, state, names);
  if (first !== undefined) throw foreign(state, first.name, first.what);
}
