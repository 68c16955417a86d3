import { join } from 'node:path';
import { hasCode, type StoreFiles } from './storeFiles.ts';

export interface BackupFacts {
  readonly path: string;
  readonly events: number;
  /** Position of the last event. */
  readonly last: number;
  readonly bytes: number;
  /** When it was made, epoch milliseconds. */
  readonly at: number;
}

/** The backups in a folder, newest first, by their names and times; they are checked when one is restored. */
export function listBackups(files: StoreFiles, folder: string): BackupFacts[] {
  const backups: BackupFacts[] = [];
  for (const name of namesIn(files, folder)) {
    const [, position] = /^backup-[0-9TZ]+-(\d+)-[0-9a-f]+\.db$/.exec(name) ?? [];
    const path = join(folder, name);
    const facts = position === undefined ? null : files.stat(path);
    if (facts === null) continue;
    const last = Number(position);
    backups.push({ path, events: last, last, bytes: facts.size, at: facts.modifiedAt });
  }
  return backups.sort((one, other) => other.at - one.at);
}

function namesIn(files: StoreFiles, folder: string): readonly string[] {
  try {
    return files.list(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
