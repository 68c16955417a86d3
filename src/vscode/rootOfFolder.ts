import { realpathSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findRoot, rootOf } from '../ipc/findRoot.ts';

/** The root that an opened folder lies in or becomes once its host has run; null: it has no `.signalbox` folder. */
export function rootOfFolder(folder: string): string | null {
  const found = findRoot(folder);
  if (found !== null) return found;
  const own = placeOfRoot(folder);
  // There it holds the launcher.
  if (own === null || own === realpathSync.native(os.homedir())) return null;
  const signalbox = statSync(path.join(own, '.signalbox'), { throwIfNoEntry: false });
  return signalbox?.isDirectory() === true ? own : null;
}

/** Where the register of an opened folder is, or would be made; null: the folder is gone. */
export function placeOfRoot(folder: string): string | null {
  try {
    return findRoot(folder) ?? rootOf(folder);
  } catch {
    return null;
  }
}
