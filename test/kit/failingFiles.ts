import type { OpenFile, StoreFiles } from '../../src/store/sqlite/storeFiles.ts';
import type { FileCall } from './simFiles.ts';

export interface FailingFiles {
  readonly files: StoreFiles;
  /** Every call of this kind throws this system error from now on. */
  fail(call: FileCall, code: string): void;
  heal(): void;
}

/** A file system whose calls of one kind fail for as long as a test says. */
export function failingFiles(real: StoreFiles): FailingFiles {
  let failing: { call: FileCall; code: string } | null = null;
  const check = (call: FileCall): void => {
    if (failing?.call !== call) return;
    const { code } = failing;
    throw Object.assign(new Error(`${code}: as the test asked, ${call}`), { code });
  };
  const before =
    <A extends unknown[], R>(call: FileCall, run: (...args: A) => R) =>
    (...args: A): R => {
      check(call);
      return run(...args);
    };
  const guarded = (file: OpenFile): OpenFile => ({
    identity: file.identity,
    write: before('write', file.write),
    sync: before('sync', file.sync),
    close: file.close,
  });
  return {
    fail: (call, code) => (failing = { call, code }),
    heal: () => (failing = null),
    files: {
      list: before('list', real.list),
      create: before('create', (path: string) => guarded(real.create(path))),
      append: before('append', (path: string) => guarded(real.append(path))),
      read: before('read', real.read),
      readHead: before('read', real.readHead),
      stat: before('stat', real.stat),
      kind: before('stat', real.kind),
      rename: before('rename', real.rename),
      unlink: before('unlink', real.unlink),
      makeFolder: before('makeFolder', real.makeFolder),
      syncFolder: before('syncFolder', real.syncFolder),
      touch: before('touch', real.touch),
    },
  };
}
