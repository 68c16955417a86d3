/**
 * Where the coordinator of a root listens: a Unix socket in a folder that only its user may enter, or a named pipe. The
 * name is fixed per root, so that it can be forwarded over SSH. Nothing here opens a TCP port, ever.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { ProtocolError } from '../protocol/errors.ts';

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, the ending zero included. */
export const MAX_SOCKET_PATH_BYTES = 103;
/** Room for the temporary name under which a socket is made ready (listenAt.ts). */
export const TEMPORARY_SUFFIX_BYTES = 9;

export interface EndpointPlace {
  readonly platform: NodeJS.Platform;
  /** Of the user; -1 where there are none. */
  readonly uid: number;
  readonly runtimeFolder: string | undefined;
  readonly temporaryFolder: string;
}

/**
 * Makes the folder if need be and gives the name.
 * @param root existing folder; its real path counts.
 * @param variant another name for the same root, when the first one is taken by a writer that was replaced.
 * @throws ProtocolError `forbidden` when the folder is another user's or open to others.
 */
export function endpointName(root: string, place: EndpointPlace, variant = 0): string {
  const hash = createHash('sha256').update(realpathSync.native(root)).digest('hex');
  const name = (digits: number) => hash.slice(0, digits) + (variant === 0 ? '' : `-${variant}`);
  if (place.platform === 'win32') return `\\\\.\\pipe\\signalbox-${name(32)}`;
  const folder = socketFolder(place);
  const candidates = [32, 16, 8].map((digits) => path.join(folder, `${name(digits)}.sock`));
  const fitting = candidates.find(
    (candidate) => Buffer.byteLength(candidate) + TEMPORARY_SUFFIX_BYTES <= MAX_SOCKET_PATH_BYTES,
  );
  if (fitting !== undefined) return fitting;
  throw new ProtocolError(
    'unavailable',
    `the path of the socket would be too long in ${folder}`,
    'Set XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path.',
  );
}

function socketFolder(place: EndpointPlace): string {
  const { runtimeFolder, temporaryFolder, uid } = place;
  const own = runtimeFolder !== undefined && isOwnFolder(runtimeFolder, uid);
  const folder = own ? path.join(runtimeFolder, 'signalbox') : path.join(temporaryFolder, `signalbox-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  verifyPrivate(folder, uid);
  return folder;
}

function isOwnFolder(folder: string, uid: number): boolean {
  if (!path.isAbsolute(folder)) return false;
  try {
    const found = statSync(folder);
    return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A folder that was there before may have been put there by somebody else: a link, another owner, an open mode. */
function verifyPrivate(folder: string, uid: number): void {
  const found = lstatSync(folder);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return;
  throw new ProtocolError(
    'forbidden',
    `${folder} is not a folder that only you may enter`,
    `Look who made ${folder}, remove it, and start again.`,
  );
}

export const ownEndpointPlace = (environment: NodeJS.ProcessEnv, temporaryFolder: string): EndpointPlace => ({
  platform: process.platform,
  uid: process.getuid?.() ?? -1,
  runtimeFolder: environment['XDG_RUNTIME_DIR'],
  temporaryFolder,
});
