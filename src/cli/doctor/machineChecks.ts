import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { operatorKeyPath, readOperatorKey } from '../../ipc/operatorKey.ts';
import { userFolder } from '../../ipc/userFolder.ts';
import { doubtful, fine, type Finding, type Patient, wrong } from './check.ts';

/** As `engines` of package.json says. */
export const LEAST_NODE = '20.18.1';

export function nodeCheck(): Finding {
  const says = `Node ${process.version}`;
  return isAtLeast(process.versions.node, LEAST_NODE)
    ? fine('node', says)
    : wrong('node', says, `Use Node ${LEAST_NODE} or newer, or the launcher that the extension installs.`);
}

/** Of versions such as `20.18.1`. */
export const isAtLeast = (version: string, least: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) >= 0;

/** Git tells whether a lost worker left uncommitted changes (C14). */
export async function gitCheck({ world }: Patient): Promise<Finding> {
  try {
    const options = { timeout: 5_000, env: { ...world.env } };
    const { stdout } = await promisify(execFile)('git', ['--version'], options);
    return fine('git', stdout.trim());
  } catch {
    return doubtful(
      'git',
      'not found on the PATH',
      'Install git: without it every lost worker counts as unclean.',
    );
  }
}

export function operatorKeyCheck({ world }: Patient): Finding {
  const folder = userFolder(world);
  const file = operatorKeyPath(folder);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    return doubtful(
      'operator key',
      `${file} is not there yet`,
      'The first coordinator makes it: signalbox serve.',
    );
  }
  if (world.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    return wrong('operator key', `${file} is open to others`, `Close it: chmod 600 ${JSON.stringify(file)}`);
  }
  return readOperatorKey(folder) === null
    ? wrong(
        'operator key',
        `${file} can't be read or is damaged`,
        'Remove that file and start the coordinator anew.',
      )
    : fine('operator key', file);
}
