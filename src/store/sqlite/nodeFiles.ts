import fs from 'node:fs';
import { type FileFacts, type FileKind, hasCode, type OpenFile, type StoreFiles } from './storeFiles.ts';

function open(path: string, flags: 'wx+' | 'a'): OpenFile {
  const descriptor = fs.openSync(path, flags, 0o600);
  return {
    identity: () => fs.fstatSync(descriptor, { bigint: true }),
    write: (bytes) => {
      let done = 0;
      while (done < bytes.length) done += fs.writeSync(descriptor, bytes, done);
    },
    sync: () => fs.fdatasyncSync(descriptor),
    close: () => fs.closeSync(descriptor),
  };
}

function factsOf(path: string): FileFacts | null {
  const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  return { dev: stats.dev, ino: stats.ino, size: Number(stats.size), modifiedAt: Number(stats.mtimeMs) };
}

function kindOf(path: string): FileKind | null {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function readHead(path: string, length: number): Uint8Array {
  const descriptor = fs.openSync(path, 'r');
  try {
    const head = new Uint8Array(length);
    return head.subarray(0, fs.readSync(descriptor, head, 0, length, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}

function makeFolder(path: string, mode: number): boolean {
  try {
    fs.mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The machine's own file system. */
export const nodeFiles: StoreFiles = {
  list: (folder) => fs.readdirSync(folder),
  create: (path) => open(path, 'wx+'),
  append: (path) => open(path, 'a'),
  read: (path) => fs.readFileSync(path),
  readHead,
  stat: factsOf,
  kind: kindOf,
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  makeFolder,
  syncFolder,
  touch: (path, at) => fs.utimesSync(path, at / 1000, at / 1000),
};
