import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { SourceFault } from '../../coordinator/ports.ts';
import type { HubOptions, HubSurroundings } from './hubOptions.ts';

/** One word of visible ASCII: all that may follow `Bearer `, and less than any key or certificate that lies about. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const MAX_BYTES = 8 * 1024;

/**
 * The token as it is now, so that another one holds from the next request on; null: none is configured. Its text is in no
 * error.
 * @throws SourceFault
 */
export async function readToken(
  { tokenEnv, tokenFile }: HubOptions,
  surroundings: HubSurroundings,
): Promise<string | null> {
  if (tokenFile !== undefined) return tokenIn(await readTokenFile(tokenFile, surroundings), tokenFile);
  if (tokenEnv === undefined) return null;
  const given = surroundings.env[tokenEnv];
  if (given !== undefined && given !== '') return tokenIn(given, tokenEnv);
  throw new SourceFault(
    `the environment variable ${tokenEnv}, which is to hold the token, is not set`,
    'Set it where VS Code or signalbox serve is started and start that again, or use tokenFile, which is read each time.',
  );
}

function tokenIn(text: string, place: string): string {
  const token = text.trim();
  if (TOKEN.test(token)) return token;
  throw new SourceFault(
    `${place} holds no token`,
    'Put the token there, and nothing else: one line without spaces, at most 4096 characters.',
  );
}

async function readTokenFile(name: string, { root, home, platform }: HubSurroundings): Promise<string> {
  const file = path.resolve(root, name.startsWith('~/') ? path.join(home, name.slice(2)) : name);
  let handle: FileHandle | undefined;
  try {
    // Not to block: a pipe that nobody writes to would hold the thread.
    handle = await open(file, constants.O_RDONLY | (platform === 'win32' ? 0 : constants.O_NONBLOCK));
    const stats = await handle.stat();
    if (!stats.isFile()) {
      throw new SourceFault(`the token file ${name} is no file`, 'Put a file there that holds the token.');
    }
    if (platform !== 'win32' && (stats.mode & 0o077) !== 0) {
      const mode = (stats.mode & 0o777).toString(8);
      throw new SourceFault(`others may use the token file ${name} (mode ${mode})`, `Run: chmod 600 ${name}`);
    }
    const content = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await handle.read(content, 0, MAX_BYTES, 0);
    return content.toString('utf8', 0, bytesRead);
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SourceFault(
      `the token file ${name} can't be read (${code})`,
      'Put the token there and run chmod 600 on it, or correct tokenFile in .signalbox/config.json.',
      { cause: error },
    );
  } finally {
    await handle?.close();
  }
}
