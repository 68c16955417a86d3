import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, type UserEnvironment } from '../ipc/userFolder.ts';

/** Of `node:module`: there from Node 22.1 on, which is later than the types that are compiled against. */
interface Compiler {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Lets Node keep what it compiles in the user's cache folder, so that the next call need not compile it. Without one (an
 * older Node, a home that can't be written to) the call only takes longer. Node checks by itself that what it kept is of
 * this very text and this very Node.
 */
export function cacheCompiled(compiler: object, user: UserEnvironment): void {
  const { enableCompileCache } = compiler as Compiler;
  const folder = cacheFolder(user);
  if (enableCompileCache === undefined || !path.isAbsolute(folder)) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) enableCompileCache(folder);
  } catch {
    // Whatever keeps the folder from being made is none of the verb's business.
  }
}

/** What is read from it is run, so nobody else may write there. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder);
  if (process.getuid === undefined) return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}
