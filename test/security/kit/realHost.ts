import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type net from 'node:net';
import { highestWriter, type WriterFile } from '../../../src/ipc/discovery.ts';
import { readOperatorKey } from '../../../src/ipc/operatorKey.ts';
import type { HelloParams } from '../../../src/protocol/hello.ts';
import { helloOf } from '../../kit/hello.ts';
import { RawPeer } from '../../kit/rawPeer.ts';

export const stateOf = (root: string): string => path.join(root, '.signalbox', 'state');

/** Where the coordinators of test/kit/shells.ts keep the user's own files. */
export const userFolderOf = (root: string): string => path.join(path.dirname(root), 'config', 'signalbox');

export function writerOf(root: string): WriterFile {
  const writer = highestWriter(stateOf(root));
  if (writer === null) throw new Error(`nobody serves ${root}`);
  return writer;
}

export type Secret = 'worker' | 'operator';

/** A `hello` of a caller that is nobody's worker, with the secret of a surface. */
export function helloTo(root: string, secret: Secret, given: Partial<HelloParams> = {}): HelloParams {
  const operatorKey = readOperatorKey(userFolderOf(root)) ?? '';
  const shown = secret === 'worker' ? { token: writerOf(root).token } : { operator_key: operatorKey };
  const { token: _token, ...rest } = helloOf({ root, ...given });
  return { ...rest, ...shown };
}

/** Connected and greeted on a surface of a real host. */
export async function greetedAt(root: string, secret: Secret): Promise<RawPeer> {
  const peer = await RawPeer.connect(writerOf(root).endpoint);
  peer.call('hello', 'hello', helloTo(root, secret));
  const welcome = await peer.next();
  const { surface } = (welcome?.result ?? {}) as { surface?: string };
  if (surface !== secret) throw new Error(`not the ${secret} surface: ${JSON.stringify(welcome)}`);
  return peer;
}

/** Open file descriptors of a process. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Resident memory of a process, MiB. */
export function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Settles when the socket has closed. */
export const closedOf = (socket: net.Socket): Promise<void> =>
  new Promise((settle) => (socket.closed ? settle() : void socket.once('close', () => settle())));
