import { join } from 'node:path';
import type { SnapshotRef } from './journalLines.ts';
import { hasCode, type StoreFiles } from './storeFiles.ts';
import type { StoreParts } from './storeParts.ts';

/** Sizes and times that health shows; null: none yet. */
export interface StoreFacts {
  readonly term: number;
  /** Of the last confirmed event. */
  readonly position: number;
  readonly journalBytes: number;
  readonly eventsSinceSnapshot: number;
  readonly snapshotBytes: number | null;
  readonly snapshotAt: number | null;
  readonly lastBackupAt: number | null;
  readonly archiveBytes: number;
  readonly backupBytes: number;
}

type Sizes = Pick<StoreFacts, 'snapshotBytes' | 'snapshotAt' | 'archiveBytes' | 'backupBytes'>;

export function sizesOf({ files, layout }: StoreParts, snapshot: SnapshotRef | null): Sizes {
  const stored = snapshot === null ? null : files.stat(join(layout.state, snapshot.name));
  return {
    snapshotBytes: stored?.size ?? null,
    snapshotAt: stored?.modifiedAt ?? null,
    archiveBytes: folderBytes(files, layout.archive),
    backupBytes: folderBytes(files, layout.backups),
  };
}

/** Of the files in a folder; 0 if there is none. */
function folderBytes(files: StoreFiles, folder: string): number {
  try {
    const sizes = files.list(folder).map((name) => files.stat(join(folder, name))?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
