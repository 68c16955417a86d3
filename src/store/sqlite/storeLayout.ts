import { join } from 'node:path';

/** Where things are under a root; only `state/` belongs to the store. */
export interface StoreLayout {
  readonly root: string;
  /** `.signalbox`, which also holds what is for version control. */
  readonly home: string;
  /** Journals, snapshots and writer files; 0700. */
  readonly state: string;
  readonly backups: string;
  /** Events that retention took out of the register, by month. */
  readonly archive: string;
  /** Copies of files of which a part could not be read. */
  readonly aside: string;
  /** A copy of the newest snapshot for people's tools, never read back. */
  readonly copy: string;
}

export function storeLayout(root: string): StoreLayout {
  const home = join(root, '.signalbox');
  const state = join(home, 'state');
  return {
    root,
    home,
    state,
    backups: join(state, 'backups'),
    archive: join(state, 'archive'),
    aside: join(state, 'aside'),
    copy: join(state, 'signalbox.db'),
  };
}
