import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LeaseView } from '../../../src/protocol/views.ts';
import type { SignalboxApi } from '../../../src/vscode/api.ts';
import { leaseRows } from '../../../src/vscode/leaseRows.ts';
import { eventually } from '../../kit/eventually.ts';
import { say } from './say.ts';
import { runInTerminal } from './terminalRun.ts';

describe('the main job in a real extension host', () => {
  let api: SignalboxApi;
  let root: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<SignalboxApi>('signalbox.signalbox');
    assert.ok(extension);
    api = await extension.activate();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  });

  const leases = (): readonly LeaseView[] => api.leases();
  const leaseOf = (task: string): LeaseView | undefined => leases().find(({ task_id }) => task_id === task);
  /** The titles of a group of the tree, as it shows them. */
  const titles = (group: string): string[] => {
    const { rows } = leaseRows(leases(), Date.now());
    return (rows.get(group)?.children ?? []).map((id) => rows.get(id)?.label ?? '');
  };
  const state = (): string => path.join(root, '.signalbox/state');

  it('a host in a thread of this process serves the workspace', async () => {
    await eventually('the tasks of the files are in the tree', () => leases().length === 4, 15_000);
    const [name] = readdirSync(state()).filter((file) => /^writer-\d+\.json$/.test(file));
    assert.ok(name);
    const writer = JSON.parse(readFileSync(path.join(state(), name), 'utf8')) as {
      readonly pid: number;
      readonly endpoint: string;
    };
    assert.equal(writer.pid, process.pid);
    assert.ok(existsSync(writer.endpoint));
    assert.equal(statSync(state()).mode & 0o777, 0o700);
    assert.deepEqual(titles('queued'), ['Read time zones from the feed', 'Keep departures in local time']);
    assert.deepEqual(titles('waiting'), ['Show the time zone of each stop']);
    assert.deepEqual(titles('stopped'), ['Publish the timetable of the summer']);
  });

  it('a terminal has `signalbox` on its PATH, and knows the root', async () => {
    const { code, stdout } = await runInTerminal('command -v signalbox; echo "$SIGNALBOX_ROOT"');
    const launcher = path.join(process.env['HOME'] ?? '', '.signalbox/bin/signalbox');
    assert.deepEqual([code, stdout.trim().split('\n')], [0, [launcher, root]]);
  });

  it('`signalbox` runs on the Node of the editor where none is on the PATH', async () => {
    const { code, stdout } = await runInTerminal(
      'env PATH="$HOME/.signalbox/bin:/nowhere" signalbox version --json',
    );
    assert.equal(code, 0);
    assert.match(stdout, /0\.1\.0/);
  });

  const act = (command: 'ackLease' | 'completeLease', group: string, task: string): Thenable<unknown> =>
    vscode.commands.executeCommand(`signalbox.${command}`, `${group}/${leaseOf(task)?.id ?? ''}`);

  it('Ack Lease on a row takes it in the name of the person, and Complete Lease ends it', async () => {
    await act('ackLease', 'queued', 'file/parser');
    await eventually('it runs', () => titles('running').length === 1, 1_000);
    assert.equal(leaseOf('file/parser')?.worker, null);
    assert.notEqual(leaseOf('file/parser')?.operator, null);
    await act('completeLease', 'running', 'file/parser');
    await eventually('it is history', () => titles('recent').length === 1, 1_000);
    assert.equal(leaseOf('file/parser')?.state, 'completed');
  });

  it('`signalbox next` in a terminal takes a lease, which is soon in the tree', async () => {
    const { code, stdout } = await runInTerminal('signalbox next --worker demo --json');
    const answeredAt = Date.now();
    assert.equal(code, 0, stdout);
    await eventually('it runs', () => titles('running').length === 1, 1_000);
    say(`in the tree ${Date.now() - answeredAt} ms after the terminal was done`);
    assert.deepEqual(titles('running'), ['Keep departures in local time']);
    assert.equal(leaseOf('file/zones')?.worker, 'demo');
  });

  it('Complete Lease ends what a worker holds', async () => {
    await act('completeLease', 'running', 'file/zones');
    await eventually('it is history', () => titles('recent').length === 2, 1_000);
    assert.deepEqual(titles('running'), []);
  });

  it('Back Up Store makes a copy that only its user can read', async () => {
    // It ends when the message with the path is closed, which nobody does here.
    void vscode.commands.executeCommand('signalbox.backUpStore');
    const folder = path.join(state(), 'backups');
    const made = (): string[] =>
      (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.db'));
    await eventually('the backup is there', () => made().length === 1);
    const backup = path.join(folder, made()[0] ?? '');
    assert.equal(statSync(backup).mode & 0o777, 0o600);
    assert.equal(readFileSync(backup).subarray(0, 15).toString('latin1'), 'SQLite format 3');
  });

  it('the log says how much of the thread that all extensions share activation took', async () => {
    const logs = path.join(process.env['SIGNALBOX_TEST_RESULTS'] ?? '', '../data/logs');
    const files = (): string[] =>
      readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('Signalbox.log'),
      );
    const found = (): string | undefined =>
      files()
        .map((file) => /activated in ([\d.]+) ms/.exec(readFileSync(path.join(logs, file), 'utf8'))?.[1])
        .find((ms) => ms !== undefined);
    await eventually('the log says how long it took', () => found() !== undefined);
    say(`activated in ${found() ?? ''} ms`);
  });
});
