import * as vscode from 'vscode';
import { sizeText } from '../../protocol/sizeText.ts';
import type { RootCommand } from './rootCommand.ts';
import { storeWork } from './storeWork.ts';

/** Makes a new snapshot and a new journal, and removes spare backups. */
export const compactStore: RootCommand = async (root, programs) => {
  const title = vscode.l10n.t('Signalbox: compacting the store');
  const done = await storeWork(root, programs, 'store.compact', {}, title);
  if (done === undefined) {
    const message = vscode.l10n.t('Signalbox: cancelled; the register is as it was.');
    void vscode.window.showInformationMessage(message);
    return;
  }
  const { bytes_before: before, bytes_after: after, removed } = done;
  const sizes = [sizeText(before), sizeText(after)] as const;
  const message =
    removed.files === 0
      ? vscode.l10n.t('Signalbox: journal and snapshot had {0}, now {1}. No backup was spare.', ...sizes)
      : vscode.l10n.t(
          'Signalbox: journal and snapshot had {0}, now {1}. Removed {2} spare backups ({3}).',
          ...sizes,
          removed.files,
          sizeText(removed.bytes),
        );
  void vscode.window.showInformationMessage(message);
};
