import { type BackupFacts, listBackups } from '../store/sqlite/backupFiles.ts';
import { nodeFiles } from '../store/sqlite/nodeFiles.ts';
import { storeLayout } from '../store/sqlite/storeLayout.ts';

export type Backup = Pick<BackupFacts, 'path' | 'events' | 'bytes' | 'at'>;

/** The backups in a root's own folder, newest first, by their names: also where nobody serves the store. */
export const backupsOf = (root: string): readonly Backup[] =>
  listBackups(nodeFiles, storeLayout(root).backups);
