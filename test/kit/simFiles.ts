import { dirname } from 'node:path';
import type { FileFacts, OpenFile, StoreFiles } from '../../src/store/sqlite/storeFiles.ts';

export type FileCall =
  | 'list'
  | 'create'
  | 'append'
  | 'read'
  | 'readHead'
  | 'stat'
  | 'rename'
  | 'unlink'
  | 'makeFolder'
  | 'syncFolder'
  | 'touch'
  | 'write'
  | 'sync';

/** Called before each call of an actor: it may throw in its place, run another actor, or count. */
export type Hook = (call: FileCall, path: string) => void;

interface Inode {
  readonly ino: bigint;
  data: Uint8Array;
  /** What a power loss can't take. */
  durable: Uint8Array;
  modifiedAt: number;
}

type Entry = Inode | 'folder';

/** What was not synced: a name's coming, going or change of file, or a block of bytes. */
export interface Unsynced {
  readonly what: 'created' | 'removed' | 'replaced' | 'bytes';
  readonly path: string;
  /** Of the block in its file; 0 for a name. */
  readonly offset: number;
}

/** Whether it is there after a power loss. */
export type Keep = (unsynced: Unsynced) => boolean;

const blockSize = 64;

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

/** The same run of choices for the same seed (mulberry32). */
export function chooser(seed: number): () => boolean {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) & 1) === 1;
  };
}

/**
 * A file system in memory with a volatile and a durable state: what was not synced, bytes or names, may or may not be
 * there after a power loss, each by itself.
 */
export class SimFiles {
  private readonly root: string;
  private readonly names = new Map<string, Entry>();
  private durableNames = new Map<string, Entry>();
  private lastIno = 0n;
  /** Which half of a folder a listing reads first. */
  listsUpwards = true;

  constructor(root: string) {
    this.root = root;
    this.names.set(root, 'folder');
    this.durableNames.set(root, 'folder');
  }

  /** The file system as one process sees it. Its descriptors die with a power loss. */
  actor(hook: Hook = () => undefined): StoreFiles {
    return {
      list: (folder) => {
        hook('list', folder);
        return this.listInHalves(folder, () => hook('list', folder));
      },
      create: (path) => {
        hook('create', path);
        return this.create(path, hook);
      },
      append: (path) => {
        hook('append', path);
        const entry = this.names.get(path);
        if (entry === undefined) return this.create(path, hook);
        return this.opened(path, this.inode(path), hook);
      },
      read: (path) => {
        hook('read', path);
        return new Uint8Array(this.inode(path).data);
      },
      readHead: (path, length) => {
        hook('readHead', path);
        return new Uint8Array(this.inode(path).data).subarray(0, length);
      },
      stat: (path) => {
        hook('stat', path);
        return this.stat(path);
      },
      kind: (path) => {
        hook('stat', path);
        const entry = this.names.get(path);
        if (entry === undefined) return null;
        return entry === 'folder' ? 'folder' : 'file';
      },
      rename: (from, to) => {
        hook('rename', from);
        this.names.set(to, this.inode(from));
        this.names.delete(from);
      },
      unlink: (path) => {
        hook('unlink', path);
        this.inode(path);
        this.names.delete(path);
      },
      makeFolder: (path) => {
        hook('makeFolder', path);
        return this.makeFolder(path);
      },
      syncFolder: (folder) => {
        hook('syncFolder', folder);
        this.syncFolder(folder);
      },
      touch: (path, at) => {
        hook('touch', path);
        this.inode(path).modifiedAt = at;
      },
    };
  }

  /** Everything unsynced is kept or lost, one block and one name at a time, as `keep` says. */
  powerLoss(keep: Keep): void {
    for (const path of new Set([...this.names.keys(), ...this.durableNames.keys()])) {
      const [now, before] = [this.names.get(path), this.durableNames.get(path)];
      const what = before === undefined ? 'created' : now === undefined ? 'removed' : 'replaced';
      const left = now === before || keep({ what, path, offset: 0 }) ? now : before;
      if (left === undefined) this.names.delete(path);
      else this.names.set(path, left);
    }
    for (const path of [...this.names.keys()]) if (!this.hasFolders(path)) this.names.delete(path);
    this.durableNames = new Map(this.names);
    for (const [path, entry] of this.names) if (entry !== 'folder') loseBlocks(path, entry, keep);
  }

  /** As `rm -rf` does, without a sync. */
  removeAll(folder: string): void {
    for (const path of [...this.names.keys()]) {
      if (path === folder || path.startsWith(`${folder}/`)) this.names.delete(path);
    }
  }

  paths(): string[] {
    return [...this.names.keys()].sort();
  }

  data(path: string): Uint8Array {
    return this.inode(path).data;
  }

  /** Puts bytes under a name at once and durably, as a test's beginning. */
  put(path: string, data: Uint8Array): void {
    const inode = { ino: ++this.lastIno, data, durable: data, modifiedAt: 0 };
    this.names.set(path, inode);
    this.durableNames.set(path, inode);
  }

  /** A name is lost with any folder above it. */
  private hasFolders(path: string): boolean {
    if (path === this.root) return true;
    return this.names.get(dirname(path)) === 'folder' && this.hasFolders(dirname(path));
  }

  /** A listing is not atomic: names may come and go between its halves. */
  private listInHalves(folder: string, between: () => void): string[] {
    const names = this.list(folder).sort();
    const middle = names[Math.floor(names.length / 2)] ?? '';
    const isFirst = (name: string) => name < middle === this.listsUpwards;
    const first = names.filter(isFirst);
    between();
    return [...first, ...this.list(folder).filter((name) => !isFirst(name))];
  }

  private list(folder: string): string[] {
    if (this.names.get(folder) !== 'folder') throw failure('ENOENT', folder);
    const prefix = `${folder}/`;
    return [...this.names.keys()]
      .filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
      .map((path) => path.slice(prefix.length));
  }

  private inode(path: string): Inode {
    const entry = this.names.get(path);
    if (entry === undefined || entry === 'folder') throw failure('ENOENT', path);
    return entry;
  }

  private stat(path: string): FileFacts | null {
    const entry = this.names.get(path);
    if (entry === undefined || entry === 'folder') return null;
    return { dev: 1n, ino: entry.ino, size: entry.data.length, modifiedAt: entry.modifiedAt };
  }

  private create(path: string, hook: Hook): OpenFile {
    if (this.names.get(dirname(path)) !== 'folder') throw failure('ENOENT', path);
    if (this.names.has(path)) throw failure('EEXIST', path);
    const empty = new Uint8Array();
    const inode: Inode = { ino: ++this.lastIno, data: empty, durable: empty, modifiedAt: 0 };
    this.names.set(path, inode);
    return this.opened(path, inode, hook);
  }

  private opened(path: string, inode: Inode, hook: Hook): OpenFile {
    return {
      identity: () => ({ dev: 1n, ino: inode.ino }),
      write: (bytes) => {
        hook('write', path);
        inode.data = Buffer.concat([inode.data, bytes]);
      },
      sync: () => {
        hook('sync', path);
        inode.durable = inode.data;
      },
      close: () => undefined,
    };
  }

  private makeFolder(path: string): boolean {
    if (this.names.has(path)) return false;
    if (this.names.get(dirname(path)) !== 'folder') throw failure('ENOENT', path);
    this.names.set(path, 'folder');
    return true;
  }

  private syncFolder(folder: string): void {
    if (this.names.get(folder) !== 'folder') throw failure('ENOENT', folder);
    const inFolder = (path: string) => dirname(path) === folder;
    for (const path of [...this.durableNames.keys()]) {
      if (inFolder(path) && !this.names.has(path)) this.durableNames.delete(path);
    }
    for (const [path, entry] of this.names) if (inFolder(path)) this.durableNames.set(path, entry);
  }
}

/** A block that is lost reads as zeros if a later one is there. Nothing is left to lose in a file that has two names. */
function loseBlocks(path: string, inode: Inode, keep: Keep): void {
  const data = Buffer.from(inode.data);
  let end = inode.durable.length;
  for (let start = end; start < data.length; start += blockSize) {
    const blockEnd = Math.min(start + blockSize, data.length);
    if (keep({ what: 'bytes', path, offset: start })) end = blockEnd;
    else data.fill(0, start, blockEnd);
  }
  inode.data = data.subarray(0, end);
  inode.durable = inode.data;
}
