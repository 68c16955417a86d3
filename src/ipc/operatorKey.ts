/**
 * The key of the operator surface: one a user, 0600, in the user's own folder, where an agent that works in a repository
 * does not come by. It guards against accident and over-reach, not against a hostile program of the same user.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from './isErrno.ts';

const KEY = /^[A-Za-z0-9_-]{43}$/;

export const operatorKeyPath = (userFolder: string): string => path.join(userFolder, 'operator-key');

/** Null: there is none, or it can't be read. */
export function readOperatorKey(userFolder: string): string | null {
  try {
    const key = readFileSync(operatorKeyPath(userFolder), 'utf8').trim();
    return KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}

/**
 * The key; makes it if there is none or none that is whole. Two hosts that start at once end with the same one.
 * @param userFolder `userFolder()`.
 * @throws Error that names the file when it can't be made or kept to its user.
 */
export function ensureOperatorKey(userFolder: string): string {
  const file = operatorKeyPath(userFolder);
  try {
    mkdirSync(userFolder, { recursive: true, mode: 0o700 });
    const found = readOperatorKey(userFolder);
    if (found === null) makeKey(file);
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    const key = found ?? readOperatorKey(userFolder);
    if (key !== null) return key;
  } catch (error) {
    throw new Error(`the operator key ${file} can't be made: make its folder writable for you`, {
      cause: error,
    });
  }
  throw new Error(`the operator key ${file} is damaged: remove that file`);
}

/** Linked into place whole: a reader never sees half of it, and the first of two makers wins. */
function makeKey(file: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
