import * as vscode from 'vscode';
import type { Backup } from '../../host/backupsOf.ts';
import { askHostProgram } from '../../ipc/hostProgram.ts';
import { timeText } from '../../protocol/times.ts';
import type { StoredView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';
import { backupChoices } from './backupChoices.ts';
import type { Programs, RootCommand } from './rootCommand.ts';
import { storeWork } from './storeWork.ts';
import { tellFile } from './tellFile.ts';

/** Goes on from a backup that a person chooses; what it replaces is backed up first (S3). */
export const restoreStore: RootCommand = async (root, programs) => {
  const file = await chooseBackup(root.path, programs);
  if (file === undefined || !(await isMeant(root, programs, file))) return;
  const title = vscode.l10n.t('Signalbox: restoring the store');
  const restored = await storeWork(root, programs, 'store.restore', { path: file }, title);
  if (restored === undefined) {
    const message = vscode.l10n.t(
      'Signalbox: cancelled. It may be restored all the same: look at the Health view.',
    );
    void vscode.window.showWarningMessage(message);
    return;
  }
  root.host.start();
  const { backup, replaced } = restored;
  if (replaced === null) {
    const message = vscode.l10n.t('Signalbox: restored {0}. There was nothing to keep.', extent(backup));
    void vscode.window.showInformationMessage(message);
    return;
  }
  const message = vscode.l10n.t(
    'Signalbox: restored {0}. What was there is in {1}',
    extent(backup),
    replaced,
  );
  await tellFile(message, vscode.Uri.file(replaced));
};

async function chooseBackup(root: string, { host }: Programs): Promise<string | undefined> {
  const backups = await askHostProgram<readonly Backup[]>(host, ['backups', '--root', root]);
  const placeHolder = vscode.l10n.t('Which backup does the register go on from? It is checked first.');
  const chosen = await vscode.window.showQuickPick(backupChoices(backups, Date.now(), vscode.l10n), {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined) return undefined;
  if (chosen.file !== null) return chosen.file;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Restore Store'),
      openLabel: vscode.l10n.t('Check'),
      filters: { [vscode.l10n.t('Backups')]: ['db'] },
    })) ?? [];
  return file?.fsPath;
}

/** Says what would be replaced by what, once the backup is known to be whole. */
async function isMeant(root: OpenRoot, programs: Programs, file: string): Promise<boolean> {
  const title = vscode.l10n.t('Signalbox: checking the backup');
  const checked = await storeWork(root, programs, 'store.restore', { path: file, check: true }, title);
  if (checked === undefined) return false;
  const { backup, current } = checked;
  const what = current === null ? vscode.l10n.t('what is there, which is damaged') : extent(current);
  const detail = vscode.l10n.t(
    'This replaces {0} with {1} from {2}.\n\nWhat is there is backed up first, so this can be taken back. Calls of workers wait meanwhile; their leases go on as the backup has them.',
    what,
    extent(backup),
    file,
  );
  const restore = vscode.l10n.t('Restore');
  const question = vscode.l10n.t('Restore this backup?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, restore)) === restore;
}

const extent = ({ events, last_at }: StoredView): string =>
  last_at === null
    ? vscode.l10n.t('{0} events', events)
    : vscode.l10n.t('{0} events (last change {1})', events, timeText(last_at, Date.now()));
