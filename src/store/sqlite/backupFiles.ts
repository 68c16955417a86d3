import { join } from 'node:path';
import { hasCode, type StoreFiles } from './storeFiles.ts';

export interface BackupFacts {
  readonly path: string;
  readonly events: number;
  /** Position of the last event. */
  readonly last: number;
  readonly bytes: number;
  /** When it was made, epoch milliseconds in whole seconds. */
  readonly at: number;
}

export interface BackupName {
  readonly name: string;
  /** Epoch milliseconds in whole seconds. */
  readonly at: number;
  /** Position of the last event. */
  readonly last: number;
  /** It has not become a backup. */
  readonly isTemporary: boolean;
}

const pattern = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d{1,15})-[0-9a-f]+\.db(\.tmp)?$/;

/** `backup-<UTC time>-<position>-<random>.db`: when it was made, and up to which position. */
export function backupName(at: number, last: number, random: string): string {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `backup-${stamp}-${last}-${random}.db`;
}

/** Null: it is not named as this code names backups, so it is somebody else's. */
export function parseBackupName(name: string): BackupName | null {
  const [, year, month, day, hour, minute, second, last, temporary] = pattern.exec(name) ?? [];
  const at = Date.parse(
    `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`,
  );
  return Number.isNaN(at) ? null : { name, at, last: Number(last), isTemporary: temporary !== undefined };
}

/** @param name of a backup */
export function backupFacts(folder: string, name: string, bytes: number): BackupFacts {
  const { at = 0, last = 0 } = parseBackupName(name) ?? {};
  return { path: join(folder, name), events: last, last, bytes, at };
}

/** The backups in a folder, newest first, by their names; they are checked when one is restored. */
export function listBackups(files: StoreFiles, folder: string): BackupFacts[] {
  return namesIn(files, folder)
    .filter((name) => parseBackupName(name)?.isTemporary === false)
    .flatMap((name) => {
      const facts = files.stat(join(folder, name));
      return facts === null ? [] : backupFacts(folder, name, facts.size);
    })
    .sort((one, other) => other.at - one.at || other.last - one.last);
}

/** What a backup that failed has left under its temporary name. */
export function forgetUnfinished(files: StoreFiles, folder: string, name: string): void {
  try {
    files.unlink(join(folder, `${name}.tmp`));
  } catch {
    // It was not made, or the disk fails; in the store's own folder it goes after a day.
  }
}

/** Empty also if there is no such folder. */
export function namesIn(files: StoreFiles, folder: string): readonly string[] {
  try {
    return files.list(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
