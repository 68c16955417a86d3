import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { sharedFileSystem, sharedNext, sharedWarning } from '../../files/sharedFileSystem.ts';
import { doubtful, fine, type Finding, type Patient, wrong } from './check.ts';

export function rootCheck({ root }: Patient): Finding {
  return root === null
    ? wrong(
        'workspace',
        'no .signalbox here or above',
        'Change to the folder, or run `signalbox init` in it.',
      )
    : fine('workspace', root);
}

/** The state is for its user alone; what is not was made by something else, or opened later. */
export function modesCheck({ root, world }: Patient): Finding {
  const name = 'state files';
  if (root === null || world.platform === 'win32') return fine(name, 'not looked at');
  const state = path.join(root, '.signalbox', 'state');
  if (statSync(state, { throwIfNoEntry: false }) === undefined) return fine(name, 'none yet');
  let open: string[];
  try {
    open = openToOthers(state);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return wrong(name, `${state} can't be read (${code})`, 'Call as the user that the coordinator runs as.');
  }
  const [first, ...others] = open;
  if (first === undefined) return fine(name, 'for you alone');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return wrong(
    name,
    `${first}${more} can be read by others`,
    `Close them: chmod -R go= ${JSON.stringify(state)}`,
  );
}

function openToOthers(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  return [folder, ...entries].filter((entry) => {
    const stats = statSync(entry, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o077) !== 0;
  });
}

/** A worktree's own state would be a second register beside the main one's. */
export function strayStateCheck({ root, world }: Patient): Finding {
  const name = 'one register';
  const stray = path.join(world.workingDirectory, '.signalbox', 'state');
  const isStray =
    root !== null &&
    path.join(root, '.signalbox', 'state') !== stray &&
    statSync(stray, { throwIfNoEntry: false }) !== undefined;
  return isStray
    ? doubtful(
        name,
        `${stray} is not the one in use`,
        `Work goes to ${root}; remove the other one if it is not needed.`,
      )
    : fine(name, 'no other one here');
}

/** Where other machines may write too, the store holds only as long as one of them does. */
export async function fileSystemCheck({ root }: Patient): Promise<Finding> {
  const name = 'file system';
  const shared = root === null ? null : await sharedFileSystem(path.join(root, '.signalbox', 'state'));
  return shared === null
    ? fine(name, 'none that is known to be shared')
    : doubtful(name, sharedWarning(shared), sharedNext);
}
