import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { liesIn } from './liesIn.ts';

const fileOf = (root: string): string => path.join(root, '.signalbox', 'state', 'outside-repos.json');

/** Real paths of the repos in force that lie outside their root; none where nobody has served it yet. */
export function readOutsideRepos(root: string): readonly string[] {
  try {
    const folders: unknown = JSON.parse(readFileSync(fileOf(root), 'utf8'));
    return Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Leaves word of the repos outside a root, so that a command line which is told SIGNALBOX_ROOT believes it there too. The
 * configuration itself would take a start of the command line too long to read.
 * @param folders real paths, or as they are given where nothing is there
 */
export function writeOutsideRepos(root: string, folders: readonly string[]): void {
  const outside = folders.filter((folder) => !liesIn(folder, root));
  if (JSON.stringify(outside) === JSON.stringify(readOutsideRepos(root))) return;
  const file = fileOf(root);
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, `${JSON.stringify(outside)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
}
