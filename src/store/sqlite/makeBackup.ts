import { backupFacts, type BackupFacts, forgetUnfinished } from './backupFiles.ts';
import type { Builds } from './builds.ts';
import { backupJob } from './databaseJobs.ts';
import type { Journal } from './journal.ts';
import { pruneBackups } from './spareBackups.ts';
import { storageFailed } from './storeFaults.ts';
import type { StoreParts } from './storeParts.ts';

/** S3: a backup of a confirmed position. Removes spare ones where it goes to the store's own folder of them. */
export async function makeBackup(
  parts: StoreParts,
  builds: Builds,
  journal: Journal,
  upTo: number,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<BackupFacts> {
  const job = backupJob(parts, journal, upTo, folder);
  const building = builds.inThread((thread) => thread.call('build', job), signal);
  const { bytes } = await building.catch((error: unknown) => {
    forgetUnfinished(parts.files, folder, job.name);
    signal?.throwIfAborted();
    throw storageFailed('the backup', error);
  });
  if (folder === parts.layout.backups) pruneBackups(parts);
  return backupFacts(folder, job.name, bytes);
}
