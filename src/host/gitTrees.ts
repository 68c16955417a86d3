import { execFile } from 'node:child_process';
import path from 'node:path';
import type { WorkTrees } from '../coordinator/ports.ts';
import type { Settings } from '../core/model/settings.ts';

/** Asks git whether a repo has uncommitted changes, without taking its locks (C14). A folder without git counts as clean. */
export function gitTrees(root: string, settings: () => Settings): WorkTrees {
  return {
    isDirty: (slug, signal) => {
      const repo = settings().repos.find((known) => known.slug === slug);
      if (repo === undefined) throw new Error(`repo ${slug} is not configured`);
      return isDirty(path.resolve(root, repo.path), signal);
    },
  };
}

/**
 * What decides here is the tree alone: neither a person's settings (untracked files hidden, submodules ignored) nor a
 * program that the repo's own configuration names.
 */
const settled = ['-c', 'core.fsmonitor=false', '--no-optional-locks'];
const asked = ['status', '--porcelain', '--untracked-files=normal', '--ignore-submodules=none'];
/** Of a folder without git, and of a bare repository: nothing in them is uncommitted. */
const hasNoTree = /not a git repository|must be run in a work tree/;

const isDirty = (folder: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((settle, fail) => {
    // The dot: without it git looks at all of the repository that the folder lies in.
    const args = [...settled, '-C', folder, ...asked, '--', '.', ':!.signalbox/state'];
    const options = { signal, env: ownEnvironment(), maxBuffer: 64 * 1024 * 1024 };
    execFile('git', args, options, (error, stdout, stderr) => {
      if (error === null) settle(stdout.trim() !== '');
      else if (hasNoTree.test(stderr)) settle(false);
      else
        fail(
          new Error(`git could not look at ${folder}: ${stderr.trim() || error.message}`, { cause: error }),
        );
    });
  });

/** Without what points git elsewhere (GIT_DIR, set in a hook), and with messages in the words that are looked for. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
