import type { HealthRow } from '../protocol/views.ts';
import type { LastFailure } from './hostRun.ts';
import type { MethodContext } from './methods/methodContext.ts';

const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The coordinator's rows and the store's, in the wire's words. */
export function healthRows({
  coordinator,
  register,
  failure,
  backupFailure,
}: Pick<MethodContext, 'coordinator' | 'register' | 'failure' | 'backupFailure'>): HealthRow[] {
  const rows = coordinator.health().map(({ group, id, level, reason, next }) => ({
    id: `${group}:${id}`,
    group,
    name: id,
    level,
    reason,
    next: next === '' ? null : next,
  }));
  const failed = backupFailure();
  return [
    ...rows,
    ...storeRows(register),
    ...(failure === null ? [] : [failureRow(failure)]),
    ...(failed === null ? [] : [backupRow(failed)]),
  ];
}

/** What the store is made of: its size, the last snapshot, the last backup. */
function storeRows(register: MethodContext['register']): HealthRow[] {
  const { position, journalBytes, snapshotBytes, snapshotAt, ...others } = register.facts();
  const { archiveBytes, backupBytes, eventsSinceSnapshot, lastBackupAt } = others;
  const sizes = `journal ${mib(journalBytes)}, archive ${mib(archiveBytes)}, backups ${mib(backupBytes)}`;
  const snapshot =
    snapshotBytes === null || snapshotAt === null
      ? 'none yet'
      : `${mib(snapshotBytes)}, of ${instant(snapshotAt)}`;
  return [
    well('store', `${String(position)} events; ${sizes}`),
    well('snapshot', `${snapshot}; ${String(eventsSinceSnapshot)} events since`),
    well('backup', lastBackupAt === null ? 'none yet' : `the last one is of ${instant(lastBackupAt)}`),
  ];
}

const well = (name: string, reason: string): HealthRow => ({
  id: `store:${name}`,
  group: 'store',
  name,
  level: 'ok',
  reason,
  next: null,
});

const instant = (at: number): string => new Date(at).toISOString();

/** Stays for the life of this host: what failed once may fail again. */
const failureRow = ({ message, at, endedAt }: NonNullable<MethodContext['failure']>): HealthRow => ({
  id: 'store:last failure',
  group: 'store',
  name: 'last failure',
  level: 'warn',
  reason: `${instant(at)}: ${message} It runs again since ${instant(endedAt)}; nothing that was acknowledged is lost.`,
  next: 'Look at the disk, its room and its rights: what failed once may fail again.',
});

const backupRow = ({ message, at }: LastFailure): HealthRow => ({
  id: 'store:daily backup',
  group: 'store',
  name: 'daily backup',
  level: 'warn',
  reason: `${instant(at)}: ${message}`,
  next: 'See to the room on the disk, then make one: signalbox backup.',
});
