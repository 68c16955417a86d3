import { readFile } from 'node:fs/promises';
import path from 'node:path';

const REF = 'ref: refs/heads/';

/** The branch that is checked out where a folder lies; null: none is, or git does not know the folder. Reads git's own files. */
export async function branchOf(folder: string): Promise<string | null> {
  const head = await headOf(path.join(folder, '.git'));
  if (head !== null) return head.startsWith(REF) ? head.slice(REF.length).trim() : null;
  const above = path.dirname(folder);
  return above === folder ? null : branchOf(above);
}

/** In a work tree of its own `.git` is a file that names where git keeps the rest. */
async function headOf(git: string): Promise<string | null> {
  const head = await textOf(path.join(git, 'HEAD'));
  if (head !== null) return head;
  const place = /^gitdir: (.*)$/m.exec((await textOf(git)) ?? '')?.[1];
  return place === undefined ? null : textOf(path.resolve(path.dirname(git), place, 'HEAD'));
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}
