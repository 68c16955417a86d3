import type { HealthRow } from '../protocol/views.ts';
import type { MethodContext } from './methods/methodContext.ts';

const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The coordinator's rows and the store's, in the wire's words. */
export function healthRows({
  coordinator,
  register,
}: Pick<MethodContext, 'coordinator' | 'register'>): HealthRow[] {
  const rows = coordinator.health().map(({ group, id, level, reason, next }) => ({
    id: `${group}:${id}`,
    group,
    name: id,
    level,
    reason,
    next: next === '' ? null : next,
  }));
  return [...rows, storeRow(register)];
}

function storeRow(register: MethodContext['register']): HealthRow {
  const { term, position, journalBytes, eventsSinceSnapshot, lastBackupAt } = register.facts();
  const size = `term ${String(term)}, ${String(position)} events, journal ${mib(journalBytes)}`;
  const since = `${String(eventsSinceSnapshot)} events since the last snapshot`;
  const backup =
    lastBackupAt === null ? 'no backup yet' : `last backup ${new Date(lastBackupAt).toISOString()}`;
  return {
    id: 'store:store',
    group: 'store',
    name: 'store',
    level: 'ok',
    reason: [size, since, backup].join('; '),
    next: null,
  };
}
