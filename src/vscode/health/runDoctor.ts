import * as vscode from 'vscode';
import { askHostProgram } from '../../ipc/hostProgram.ts';
import type { DiagnosisView } from '../../protocol/doctorViews.ts';
import type { OpenRoot } from '../roots.ts';
import { type DoctorAnswer, doctorReport, isMendable, wayTexts } from './doctorReport.ts';
import { longWork } from './longWork.ts';
import { showReport } from './reports.ts';
import type { Programs, RootCommand } from './rootCommand.ts';
import { runVerb } from './runVerb.ts';

/** Looks at the machine, the workspace, the store and the coordinator, and offers to mend what it can. */
export const runDoctor: RootCommand = async (root, programs) => {
  const title = vscode.l10n.t('Signalbox: looking for what is wrong');
  const answer = await longWork(title, ({ signal }) =>
    runVerb<DoctorAnswer>(programs.cli, root.path, ['doctor'], signal),
  );
  if (answer === undefined) return;
  const { findings } = answer;
  const ill = findings.filter(({ level }) => level === 'error');
  const doubtful = findings.filter(({ level }) => level === 'warn');
  const [show, mend] = [vscode.l10n.t('Show Report'), vscode.l10n.t('Repair...')];
  if (ill.length === 0) {
    const message =
      doubtful.length === 0
        ? vscode.l10n.t('Signalbox: {0} checks, all is well.', findings.length)
        : vscode.l10n.t(
            'Signalbox: {0} checks, nothing is wrong; {1} are worth a look.',
            findings.length,
            doubtful.length,
          );
    if ((await vscode.window.showInformationMessage(message, show)) === show) await report(root, answer);
    return;
  }
  const names = ill.map(({ name }) => name).join(', ');
  const message = vscode.l10n.t(
    'Signalbox: {0} of {1} checks found something wrong: {2}',
    ill.length,
    findings.length,
    names,
  );
  await report(root, answer);
  if (!isMendable(findings)) {
    void vscode.window.showErrorMessage(message);
    return;
  }
  if ((await vscode.window.showErrorMessage(message, mend)) === mend) await repair(root, programs);
};

const report = (root: OpenRoot, answer: DoctorAnswer): Promise<void> =>
  showReport('doctor.md', doctorReport(root.path, answer));

/** Nothing is replaced that is not kept aside before; where there are two ways, a person chooses. */
async function repair(root: OpenRoot, programs: Programs): Promise<void> {
  const found = await askHostProgram<DiagnosisView>(programs.host, ['doctor', '--root', root.path]);
  const isDamaged = found.ailments.some(({ level }) => level === 'error');
  const ways = isDamaged ? wayTexts(found, Date.now(), vscode.l10n) : [];
  const detail = [
    ...ways.map(({ label, says }) => `${label}: ${says}`),
    vscode.l10n.t(
      'Files that can be read by others are closed to them. What is replaced is kept aside first.',
    ),
  ].join('\n\n');
  const question = isDamaged
    ? vscode.l10n.t('What does the store go on from?')
    : vscode.l10n.t('Repair what can be repaired safely?');
  const labels = isDamaged ? ways.map(({ label }) => label) : [vscode.l10n.t('Repair')];
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...labels);
  if (chosen === undefined) return;
  const from = ways.find(({ label }) => label === chosen)?.from;
  const words = ['doctor', '--fix', '--yes', ...(from === undefined ? [] : ['--from', from])];
  const title = vscode.l10n.t('Signalbox: repairing');
  const answer = await longWork(title, ({ signal }) =>
    runVerb<DoctorAnswer>(programs.cli, root.path, words, signal),
  );
  root.host.start();
  if (answer === undefined) return;
  await report(root, answer);
  const mended = answer.mended ?? [];
  const message =
    mended.length === 0
      ? vscode.l10n.t('Signalbox: nothing could be repaired. The report says what to do.')
      : vscode.l10n.t('Signalbox: repaired. The report says what was done, and what is kept where.');
  void vscode.window.showInformationMessage(message);
}
