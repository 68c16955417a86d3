import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A linked worktree: where it is, and the main one that it belongs to. */
export interface LinkedWorktree {
  readonly top: string;
  readonly main: string;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

const isFolder = (candidate: string): boolean =>
  statSync(candidate, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** From a folder up to the file system's root, the folder itself first. */
export function foldersUp(from: string): string[] {
  const folders = [from];
  for (let folder = path.dirname(from); folder !== folders.at(-1); folder = path.dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/**
 * The linked git worktree that a folder lies in; null: a main worktree, a submodule, a worktree of a bare repository, or
 * no git at all. Reads git's files by hand: a process would take longer than the whole search may.
 */
export function linkedWorktree(folder: string): LinkedWorktree | null {
  for (const top of foldersUp(folder)) {
    const git = path.join(top, '.git');
    const found = statSync(git, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (!found.isFile()) return null;
    const main = mainOf(git);
    return main === null ? null : { top, main };
  }
  return null;
}

/** `.git` says `gitdir: <main>/.git/worktrees/<name>`, whose `commondir` says where `<main>/.git` is. */
function mainOf(gitFile: string): string | null {
  const [, gitFolder] = /^gitdir: (.+)$/.exec(readText(gitFile) ?? '') ?? [];
  if (gitFolder === undefined) return null;
  const own = path.resolve(path.dirname(gitFile), gitFolder);
  const common = readText(path.join(own, 'commondir'));
  if (common === null) return null;
  const repository = path.resolve(own, common);
  const main = path.dirname(repository);
  return path.basename(repository) === '.git' && isFolder(main) ? main : null;
}
