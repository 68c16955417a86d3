import type { HealthGroup, HealthRow } from '../../protocol/views.ts';
import type { L10n } from '../l10n.ts';

/** The groups in the order in which they are shown. */
export const groupLabels = (l10n: L10n): Readonly<Record<HealthGroup, string>> => ({
  coordinator: l10n.t('Coordinator'),
  store: l10n.t('Store'),
  configuration: l10n.t('Configuration'),
  source: l10n.t('Sources'),
  worker: l10n.t('Workers'),
  session: l10n.t('Sessions'),
  scope: l10n.t('Repos'),
  task: l10n.t('Tasks'),
  receipts: l10n.t('Receipts'),
  transport: l10n.t('Transports'),
  ipc: l10n.t('Connections'),
});

/** What the coordinator calls by a name of its own; sources, workers and tasks have theirs. */
export function rowLabel({ id, name, group }: HealthRow, l10n: L10n): string {
  switch (id) {
    case 'coordinator:coordinator':
      return l10n.t('Work');
    case 'coordinator:process':
      return l10n.t('Process and loop delay');
    case 'coordinator:clock':
      return l10n.t('Clock');
    case 'store:store':
      return l10n.t('Size');
    case 'store:snapshot':
      return l10n.t('Last snapshot');
    case 'store:backup':
      return l10n.t('Last backup');
    case 'store:disk':
      return l10n.t('Disk');
    case 'store:file system':
      return l10n.t('File system');
    case 'store:last failure':
      return l10n.t('Last failure');
    case 'store:daily backup':
      return l10n.t('Daily backup');
    case 'configuration:configuration':
      return l10n.t('File');
    case 'configuration:pending':
      return l10n.t('Waits for confirmation');
    case 'ipc:clients':
      return l10n.t('Clients');
    default:
      return group === 'configuration' ? l10n.t('Mistake') : name;
  }
}
