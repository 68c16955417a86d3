import path from 'node:path';
import type { Backup } from '../../host/backupsOf.ts';
import { sizeText } from '../../protocol/sizeText.ts';
import { timeText } from '../../protocol/times.ts';
import type { L10n } from '../l10n.ts';

export interface BackupChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Null: a file that the person looks for. */
  readonly file: string | null;
}

/** The backups of a root, newest first, then the way to any other file. */
export const backupChoices = (backups: readonly Backup[], now: number, l10n: L10n): BackupChoice[] => [
  ...backups.map(({ path: file, at, bytes, events }) => ({
    label: timeText(at, now),
    description: l10n.t('{0}, {1} events', sizeText(bytes), events),
    detail: path.basename(file),
    file,
  })),
  {
    label: l10n.t('Choose a File...'),
    description: '',
    detail: l10n.t('A backup that was made elsewhere or moved away'),
    file: null,
  },
];
