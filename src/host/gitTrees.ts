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

const isDirty = (folder: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((settle, fail) => {
    const args = ['--no-optional-locks', '-C', folder, 'status', '--porcelain', '--', ':!.signalbox/state'];
    execFile('git', args, { signal, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) settle(stdout.trim() !== '');
      else if (stderr.includes('not a git repository')) settle(false);
      else
        fail(
          new Error(`git could not look at ${folder}: ${stderr.trim() || error.message}`, { cause: error }),
        );
    });
  });
