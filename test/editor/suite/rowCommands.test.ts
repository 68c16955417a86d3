import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LeaseView } from '../../../src/protocol/views.ts';
import type { SignalboxApi } from '../../../src/vscode/api.ts';
import { commandIds } from '../../../src/vscode/ids.ts';
import { eventually } from '../../kit/eventually.ts';
import { runInTerminal } from './terminalRun.ts';

// It runs after the main job, which begins with the tasks of the files as they are.
describe('the commands in a real extension host', () => {
  let api: SignalboxApi;

  before(async () => {
    const extension = vscode.extensions.getExtension<SignalboxApi>('signalbox.signalbox');
    assert.ok(extension);
    api = await extension.activate();
    await eventually('the tasks of the files are there', () => api.leases().length >= 4, 15_000);
  });

  const title = 'Draw the line map';
  const ofTask = (): LeaseView[] => api.leases().filter((lease) => lease.title === title);
  const newest = (): LeaseView => {
    const lease = ofTask()
      .sort((a, b) => a.created_at - b.created_at)
      .at(-1);
    assert.ok(lease);
    return lease;
  };
  /** Runs a command as the menu of a row does, and waits for what it does. */
  const act = async (command: keyof typeof commandIds, what: string, isSo: () => boolean): Promise<void> => {
    await vscode.commands.executeCommand(commandIds[command], `queued/${newest().id}`);
    await eventually(what, isSo, 10_000);
  };

  it('has each of them', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(commandIds).filter((id) => !known.has(id)),
      [],
    );
  });

  it('Send Offer without a worker that can be sent to changes nothing', async () => {
    const { code, stdout } = await runInTerminal(`signalbox task add "${title}" --repo website`);
    assert.equal(code, 0, stdout);
    await eventually('it is queued', () => ofTask().length === 1, 10_000);
    await act('sendOffer', 'it is queued', () => newest().state === 'pending');
  });

  it('Pause Dispatch, Resume Dispatch, Take This Repo and Give Back This Repo on a row', async () => {
    await act('pauseDispatch', 'it says paused', () => newest().reason === 'paused');
    await act('resumeDispatch', 'it says so no more', () => newest().reason === 'no_worker');
    await act('takeRepo', 'it says taken', () => newest().reason === 'taken_by_person');
    await act('giveBackRepo', 'it says so no more', () => newest().reason === 'no_worker');
  });

  it('Renew Lease and Copy Id of what a worker has', async () => {
    const { code } = await runInTerminal(
      `signalbox next --worker map --repo website --task ${newest().task_id}`,
    );
    assert.equal(code, 0);
    await eventually('a worker has it', () => newest().worker === 'map', 10_000);
    await act('renewLease', 'it runs', () => newest().state === 'acknowledged');
    await vscode.commands.executeCommand(commandIds.copyLeaseId, `running/${newest().id}`);
    assert.equal(await vscode.env.clipboard.readText(), newest().id);
  });

  it('Show History opens what can be read and not written', async () => {
    await vscode.commands.executeCommand(commandIds.showHistory, `running/${newest().id}`);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'signalbox-history');
    assert.equal(document.languageId, 'markdown');
    assert.match(document.getText(), /^# Draw the line map\n/);
    assert.match(document.getText(), /lease acknowledged/);
    assert.equal(await document.save(), false);
  });

  it('Complete Lease, Reopen Task, Resume Dispatch and Ack Lease', async () => {
    await act('completeLease', 'it is done', () => newest().state === 'completed');
    await act('reopenTask', 'it is new work', () => ofTask().length === 2);
    // The worker that had it has not been told yet, so its repo is not free before a person says so (C7).
    await act('resumeDispatch', 'its repo is free', () => newest().reason === 'no_worker');
    await act('ackLease', 'a person has it', () => newest().operator !== null);
    await act('completeLease', 'and ends it', () => newest().state === 'completed');
  });

  it('Copy CLI Environment puts a line for the shell into the clipboard', async () => {
    await vscode.commands.executeCommand(commandIds.copyCliEnvironment);
    const line = await vscode.env.clipboard.readText();
    assert.match(line, /^export SIGNALBOX_ROOT='[^']+' PATH='[^']+\/\.signalbox\/bin':"\$PATH"$/);
  });
});
