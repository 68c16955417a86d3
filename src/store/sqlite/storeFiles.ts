/**
 * Every touch of the disk by the store goes through here, so that a test can lose what was not synced, fail a chosen
 * call, or stop a writer at one. All calls are synchronous: the asynchronous ones share one thread pool with every other
 * user of the process and were measured to stall for seconds. Failures carry Node's `code`.
 */
export interface StoreFiles {
  /** Names in a folder; `ENOENT` if there is none. */
  readonly list: (folder: string) => readonly string[];
  /** Creates a file for reading and writing, mode 0600; `EEXIST` if the name is taken. */
  readonly create: (path: string) => OpenFile;
  /** Opens a file for writing at its end, or creates it, mode 0600. */
  readonly append: (path: string) => OpenFile;
  readonly read: (path: string) => Uint8Array;
  /** At most the first `length` bytes. */
  readonly readHead: (path: string, length: number) => Uint8Array;
  /** What a name holds now; null: nothing. */
  readonly stat: (path: string) => FileFacts | null;
  /** What a name itself is, a symbolic link not followed; null: nothing. */
  readonly kind: (path: string) => FileKind | null;
  readonly rename: (from: string, to: string) => void;
  readonly unlink: (path: string) => void;
  /** Returns false if the folder is there already. */
  readonly makeFolder: (path: string, mode: number) => boolean;
  /** Makes the names in a folder durable. Does nothing where the platform can't (Windows). */
  readonly syncFolder: (folder: string) => void;
  /** Sets a file's time of modification, epoch milliseconds. */
  readonly touch: (path: string, at: number) => void;
}

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export interface OpenFile {
  readonly identity: () => FileIdentity;
  /** Writes all bytes at the end. */
  readonly write: (bytes: Uint8Array) => void;
  /** Makes the bytes durable. */
  readonly sync: () => void;
  readonly close: () => void;
}

export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface FileFacts extends FileIdentity {
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

export const isSameFile = (one: FileIdentity, other: FileIdentity | null): boolean =>
  other !== null && one.dev === other.dev && one.ino === other.ino;

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
