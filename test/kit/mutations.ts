import { basename } from 'node:path';
import {
  type FileIdentity,
  hasCode,
  type OpenFile,
  type StoreFiles,
} from '../../src/store/sqlite/storeFiles.ts';
import { parseStoreName } from '../../src/store/sqlite/storeNames.ts';
import type { Mutation } from './explore.ts';

const isKind = (path: string, kind: 'journal' | 'snapshot') => parseStoreName(basename(path))?.kind === kind;

/** Leaves out the syncs of a kind of file that `isLeftOut` names, counted from 1 in each file. */
const withoutSync =
  (kind: 'journal' | 'snapshot', isLeftOut: (count: number) => boolean): Mutation =>
  (files) => ({
    ...files,
    create: (path) => {
      const file = files.create(path);
      let syncs = 0;
      const sync = () => {
        syncs += 1;
        if (!isKind(path, kind) || !isLeftOut(syncs)) file.sync();
      };
      return { ...file, sync };
    },
  });

/** D2: `ready` is not synced. */
export const withoutPreambleSync = withoutSync('journal', (count) => count === 1);
/** D3: a commit is not synced. */
export const withoutCommitSync = withoutSync('journal', (count) => count > 1);
/** D5: a snapshot gets its name before its bytes are durable. */
export const withoutSnapshotSync = withoutSync('snapshot', () => true);

/** D1: the folder is not synced before serving. */
export const withoutFolderSync: Mutation = (files) => ({ ...files, syncFolder: () => undefined });

/** D4: no folder sync between the rename of a snapshot and the header that names it. */
export const withoutSnapshotFolderSync: Mutation = (files) => {
  let wasRenamed = false;
  return {
    ...files,
    rename: (from, to) => {
      files.rename(from, to);
      wasRenamed ||= isKind(to, 'snapshot');
    },
    syncFolder: (folder) => {
      if (!wasRenamed) files.syncFolder(folder);
      wasRenamed = false;
    },
  };
};

/** E1: a taken name is overwritten. */
export const withoutExclusiveCreate: Mutation = (files) => ({
  ...files,
  create: (path) => {
    try {
      return files.create(path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      files.unlink(path);
      return files.create(path);
    }
  },
});

/** Remembers the journal that this actor created last. */
function ownJournal(files: StoreFiles) {
  let own: { term: number; identity: FileIdentity } | null = null;
  const create = (path: string): OpenFile => {
    const file = files.create(path);
    const name = parseStoreName(basename(path));
    if (name?.kind === 'journal') own = { term: name.term, identity: file.identity() };
    return file;
  };
  return { create, own: () => own };
}

/** C1: higher terms are not looked for, nor whether the own name still holds the own file. */
export const withoutLook: Mutation = (files) => withoutNameCheck(withoutListing(files));

/** The first half of the look only. */
export const withoutNameCheck: Mutation = (files) => {
  const { create, own } = ownJournal(files);
  return {
    ...files,
    create,
    stat: (path) => {
      const found = files.stat(path);
      const mine = own();
      if (mine === null || !isKind(path, 'journal')) return found;
      return { size: 0, modifiedAt: 0, ...mine.identity };
    },
  };
};

/** The second half of the look only. */
export const withoutListing: Mutation = (files) => {
  const { create, own } = ownJournal(files);
  return {
    ...files,
    create,
    list: (folder) => {
      const term = own()?.term ?? Infinity;
      return files.list(folder).filter((name) => {
        const parsed = parseStoreName(name);
        return parsed?.kind !== 'journal' || parsed.term <= term;
      });
    },
  };
};

/** E2: journals are read before the own one is created. */
export const withReadBeforeCreate: Mutation = (files) => {
  const seen = new Map<string, Uint8Array>();
  const { create, own } = ownJournal(files);
  return {
    ...files,
    create,
    list: (folder) => {
      const names = files.list(folder);
      const journals = own() === null ? names.filter((name) => isKind(name, 'journal')) : [];
      for (const name of journals) seen.set(`${folder}/${name}`, files.read(`${folder}/${name}`));
      return names;
    },
    read: (path) => seen.get(path) ?? files.read(path),
  };
};
