import { basename } from 'node:path';
import type { OpenFile, StoreFiles } from '../../src/store/sqlite/storeFiles.ts';

/** Which calls were made, as `sync journal-1`; one may be told to fail. */
export interface RecordingFiles extends StoreFiles {
  readonly calls: string[];
  /** The next call of this form throws in its place. */
  failNext(call: string, code: string): void;
  /** Runs once before the next call of this form. */
  beforeNext(call: string, run: () => void): void;
}

/** Any file system, with its calls written down. Random parts of names are left out. */
export function recordingFiles(
  files: StoreFiles,
  onCall: (call: string) => void = () => undefined,
): RecordingFiles {
  const calls: string[] = [];
  const planned = new Map<string, () => void>();
  const note = (what: string, path: string) => {
    const call = `${what} ${basename(path).replace(/-[0-9a-f]{4,}\.db/, '.db')}`;
    calls.push(call);
    onCall(call);
    const plan = planned.get(call);
    planned.delete(call);
    plan?.();
  };
  const recorded = (path: string, file: OpenFile): OpenFile => ({
    identity: () => file.identity(),
    write: (bytes) => {
      note('write', path);
      file.write(bytes);
    },
    sync: () => {
      note('sync', path);
      file.sync();
    },
    close: () => file.close(),
  });
  const before =
    <A extends unknown[], R>(what: string, call: (path: string, ...rest: A) => R) =>
    (path: string, ...rest: A): R => {
      note(what, path);
      return call(path, ...rest);
    };
  return {
    calls,
    failNext: (call, code) => {
      planned.set(call, () => {
        throw Object.assign(new Error(`${code}: as the test asked`), { code });
      });
    },
    beforeNext: (call, run) => planned.set(call, run),
    list: before('list', files.list),
    create: before('create', (path: string) => recorded(path, files.create(path))),
    append: before('append', (path: string) => recorded(path, files.append(path))),
    read: before('read', files.read),
    readHead: before('read', files.readHead),
    stat: before('stat', files.stat),
    kind: files.kind,
    rename: before('rename', files.rename),
    unlink: before('unlink', files.unlink),
    makeFolder: before('makeFolder', files.makeFolder),
    syncFolder: before('syncFolder', files.syncFolder),
    touch: before('touch', files.touch),
  };
}
