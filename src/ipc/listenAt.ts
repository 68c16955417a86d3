import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import net from 'node:net';
import { ProtocolError } from '../protocol/errors.ts';
import { isErrno } from './isErrno.ts';

export interface Listener {
  /** False when the socket's name is gone or another's: a cleaner of temporary folders, or a rival. */
  isInPlace(): boolean;
  /** Stops taking connections; those there are stay. */
  close(): void;
}

const isPipe = (path: string): boolean => path.startsWith('\\\\');

/**
 * Listens on a Unix socket (mode 0600 before it has its name) or a named pipe. A socket that is in the way is replaced
 * only if it refuses connections.
 * @throws ProtocolError `busy` when somebody listens there; `sandboxed` when sockets are not allowed here.
 */
export async function listenAt(path: string, onSocket: (socket: net.Socket) => void): Promise<Listener> {
  const server = net.createServer({ allowHalfOpen: true }, onSocket);
  if (isPipe(path)) {
    await listen(server, path);
    return { isInPlace: () => true, close: () => void server.close() };
  }
  await refuseIfTaken(path);
  // Bound under another name and renamed: libuv unlinks the name it bound when it closes, which must not be a rival's.
  const ownName = `${path}.${randomBytes(4).toString('hex')}`;
  await listen(server, ownName);
  let inode: bigint;
  try {
    chmodSync(ownName, 0o600);
    inode = lstatSync(ownName, { bigint: true }).ino;
    renameSync(ownName, path);
  } catch (error) {
    server.close();
    throw error;
  }
  const isInPlace = () => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino === inode;
  return {
    isInPlace,
    close: () => {
      if (isInPlace()) rmSync(path, { force: true });
      server.close();
    },
  };
}

function listen(server: net.Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, path)));
    server.listen(path, () => {
      server.removeAllListeners('error');
      // Such as too many open files: the connection is lost, the server is not.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

function listenError(error: Error, path: string): Error {
  if (isErrno(error, 'EADDRINUSE')) return taken(path, error);
  if (!isErrno(error, 'EACCES', 'EPERM')) return error;
  return new ProtocolError(
    'sandboxed',
    `may not listen on ${path}`,
    'Start the coordinator outside the sandbox, or allow Unix sockets in it.',
    { cause: error },
  );
}

const taken = (path: string, cause?: Error): ProtocolError =>
  new ProtocolError(
    'busy',
    `something listens on ${path} already`,
    'Use the coordinator that is running, or close it first.',
    { cause },
  );

async function refuseIfTaken(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw taken(path);
  const failure = await new Promise<Error | null>((resolve) => {
    const socket = net.connect(path, () => {
      socket.destroy();
      resolve(null);
    });
    socket.on('error', resolve);
  });
  if (!isErrno(failure, 'ECONNREFUSED', 'ENOENT')) throw taken(path, failure ?? undefined);
}
