import { join } from 'node:path';
import { namesIn, parseBackupName } from './backupFiles.ts';
import type { StoreParts } from './storeParts.ts';

const dayMs = 86_400_000;
const newestKept = 10;
const daysKept = 14;

/** Calendar days in UTC, by the time in the name. */
const dayOf = (at: number): number => Math.floor(at / dayMs);

/**
 * Which of these names may go: of backups all but the newest 10 and the newest of each of the last 14 days, today
 * included; of unfinished ones those that are a day old. A name that this code does not give is never among them.
 */
export function spareBackups(names: readonly string[], now: number): string[] {
  const own = names
    .flatMap((name) => parseBackupName(name) ?? [])
    .sort((one, other) => other.at - one.at || other.last - one.last);
  const whole = own.filter(({ isTemporary }) => !isTemporary);
  const kept = new Set(whole.slice(0, newestKept));
  const days = new Set<number>();
  for (const backup of whole) {
    const day = dayOf(backup.at);
    if (day <= dayOf(now) - daysKept || days.has(day)) continue;
    days.add(day);
    kept.add(backup);
  }
  return own
    .filter((backup) => (backup.isTemporary ? now - backup.at >= dayMs : !kept.has(backup)))
    .map(({ name }) => name);
}

/** What was removed. */
export interface Pruned {
  readonly files: number;
  readonly bytes: number;
}

/** Removes what `spareBackups` says from the store's own folder of backups. One that can't go costs only its room. */
export function pruneBackups({
  files,
  layout,
  clock,
}: Pick<StoreParts, 'files' | 'layout' | 'clock'>): Pruned {
  const pruned = { files: 0, bytes: 0 };
  for (const name of spareBackups(namesIn(files, layout.backups), clock.now())) {
    const path = join(layout.backups, name);
    try {
      const size = files.stat(path)?.size ?? 0;
      files.unlink(path);
      pruned.files += 1;
      pruned.bytes += size;
    } catch {
      continue;
    }
  }
  return pruned;
}
