import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { liesIn } from './liesIn.ts';
import { foldersUp, linkedWorktree } from './mainWorktree.ts';
import { readOutsideRepos } from './outsideRepos.ts';

const exists = (candidate: string): boolean => statSync(candidate, { throwIfNoEntry: false }) !== undefined;

/** `~/.signalbox` has neither: it holds the launcher only. */
const isRoot = (folder: string): boolean =>
  exists(path.join(folder, '.signalbox', 'state')) || exists(path.join(folder, '.signalbox', 'config.json'));

function real(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

/** The place of a folder in the main worktree, if it lies in a linked one: one host per root (architecture, Roots). */
function inMainWorktree(folder: string): string {
  const linked = linkedWorktree(folder);
  return linked === null ? folder : path.join(linked.main, path.relative(linked.top, folder));
}

/**
 * The root that a working directory belongs to, as a real path; null: there is none.
 * A linked git worktree counts as its main one, and what encloses that one comes before what encloses the worktree.
 * @param hint SIGNALBOX_ROOT: only believed if the directory lies in it, or in a repo that its coordinator has in force.
 */
export function findRoot(workingDirectory: string, hint?: string): string | null {
  const own = real(workingDirectory);
  if (own === null) return null;
  const main = inMainWorktree(own);
  const hinted = hint === undefined || hint === '' ? null : real(hint);
  const isWithin = (folder: string): boolean => liesIn(own, folder) || liesIn(main, folder);
  if (hinted !== null && isRoot(hinted) && [hinted, ...readOutsideRepos(hinted)].some(isWithin))
    return hinted;
  const found = [...foldersUp(main), ...foldersUp(own)].find(isRoot);
  return found === undefined ? null : real(found);
}

/** The root that a folder which is opened stands for: its main worktree if it is a linked one, else itself. */
export function rootOf(folder: string): string {
  const own = realpathSync.native(folder);
  const main = inMainWorktree(own);
  return real(main) ?? own;
}
