import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';
import type { RootCommand } from './rootCommand.ts';
import { showReport } from './reports.ts';
import { storeWork } from './storeWork.ts';

/** Replays every event, and compares each table with that. */
export const verifyStore: RootCommand = async (root, programs) => {
  const title = vscode.l10n.t('Signalbox: verifying the store');
  const verified = await storeWork(root, programs, 'store.verify', {}, title);
  if (verified === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Signalbox: cancelled; nothing was changed.'));
    return;
  }
  const { events, problems } = verified;
  if (problems.length === 0) {
    const message = vscode.l10n.t('Signalbox: verified {0} events; every table is right.', events);
    void vscode.window.showInformationMessage(message);
    return;
  }
  const [mend, details] = [vscode.l10n.t('Compact Store'), vscode.l10n.t('Show Details')];
  const message = vscode.l10n.t(
    'Signalbox: {0} tables differ from their events. Compacting mends them: the events are right.',
    problems.length,
  );
  const chosen = await vscode.window.showErrorMessage(message, mend, details);
  if (chosen === mend) await vscode.commands.executeCommand(commandIds.compactStore, root.path);
  if (chosen === details) await showReport('verify.md', `# Verify Store\n\n${list(problems)}`);
};

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('');
