import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HostSupervisor } from '../../src/host/hostSupervisor.ts';
import type { ProtocolError } from '../../src/protocol/errors.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { eventually } from '../kit/eventually.ts';
import { type FailingFiles, failingFiles } from '../kit/failingFiles.ts';
import { hosts } from '../kit/hosts.ts';
import { refusalOf, supervisedHost } from '../kit/supervisedHost.ts';
import { loadSql } from '../kit/testStore.ts';

describe('S3: a restore while a coordinator serves', function () {
  this.timeout(30_000);
  const { root: newRoot, connect } = hosts();
  const running: HostSupervisor[] = [];
  let disk: FailingFiles;
  let isFilling = false;
  afterEach(async () => {
    disk.heal();
    isFilling = false;
    await Promise.all(running.splice(0).map((each) => each.stop()));
  });

  /** A served root with one task, a backup of that, and a second task. */
  async function served() {
    const root = newRoot();
    disk = failingFiles(nodeFiles);
    // Snapshots are built by the thread; the one that this side makes is the backup that takes their place.
    const create = (file: string) => {
      if (isFilling && path.basename(file).startsWith('snapshot-')) disk.fail('write', 'ENOSPC');
      return disk.files.create(file);
    };
    const supervisor = await supervisedHost(root, { ...disk.files, create });
    running.push(supervisor);
    supervisor.start();
    await eventually('it serves', () => supervisor.isServing);
    const person = await connect(root, 'operator');
    await person.request('task.add', { title: 'Kept' });
    const backup = await person.request('store.backup', {});
    await person.request('task.add', { title: 'Later' });
    return { root, supervisor, person, backup };
  }

  async function titles(root: string): Promise<string[]> {
    const person = await connect(root, 'operator');
    return (await person.request('task.list', {})).tasks.map(({ title }) => title);
  }

  const backupsOf = (root: string) => readdirSync(path.join(root, '.signalbox/state/backups'));

  it('it is answered, everybody else is told to move, and the next host serves the backup', async () => {
    const { root, supervisor, person, backup } = await served();
    const worker = await connect(root, 'worker');
    const waiting = worker.request('question.wait', { question: 'none' }).catch(() => undefined);
    await waiting;
    const before = supervisor.place?.term ?? 0;
    const answer = await person.request('store.restore', { path: backup.path });
    assert.equal(answer.backup.events, backup.position);
    assert.ok((answer.current?.events ?? 0) > backup.position);
    assert.ok(backupsOf(root).includes(path.basename(answer.replaced ?? '')), answer.replaced ?? 'null');
    await eventually('the others were told', () => worker.closed.aborted && person.closed.aborted);
    const reason = worker.closed.reason as ProtocolError;
    assert.ok(reason.isMoved, reason.message);
    await eventually('it serves again', () => (supervisor.place?.term ?? 0) > before);
    assert.deepEqual(await titles(root), ['Kept']);
    assert.equal(supervisor.failure, null);
    const again = await connect(root, 'operator');
    await again.request('store.restore', { path: answer.replaced ?? '' });
    await eventually('it moved once more', () => again.closed.aborted && supervisor.isServing);
    assert.deepEqual(await titles(root), ['Kept', 'Later']);
  });

  it('a check tells what is replaced by what, and changes nothing', async () => {
    const { root, person, backup } = await served();
    const before = backupsOf(root);
    const answer = await person.request('store.restore', { path: backup.path, check: true });
    assert.deepEqual([answer.replaced, answer.backup.events], [null, backup.position]);
    const { current, backup: found } = answer;
    assert.equal(current?.events, answer.position);
    assert.ok((current.last_at ?? 0) >= (found.last_at ?? Infinity));
    assert.deepEqual(backupsOf(root), before);
    assert.deepEqual(await titles(root), ['Kept', 'Later']);
  });

  it('T7: the worker surface may not restore, compact or back up, but verify', async () => {
    const { root, backup } = await served();
    const worker = await connect(root, 'worker');
    for (const asked of [
      worker.request('store.restore', { path: backup.path }),
      worker.request('store.restore', { path: backup.path, check: true }),
      worker.request('store.compact', {}),
      worker.request('store.backup', {}),
    ]) {
      assert.equal((await refusalOf(asked)).kind, 'forbidden');
    }
    assert.equal((await worker.request('store.verify', {})).ok, true);
  });

  it('what is no backup is refused, and it goes on serving what is there', async () => {
    const { root, person, backup } = await served();
    const folder = path.dirname(root);
    const sql = await loadSql();
    const database = new sql.Database(new Uint8Array(nodeFiles.read(backup.path)));
    database.run('PRAGMA user_version = 99');
    writeFileSync(path.join(folder, 'newer.db'), database.export());
    database.close();
    const cut = nodeFiles.read(backup.path).subarray(0, 9_000);
    writeFileSync(path.join(folder, 'cut.db'), cut);
    writeFileSync(path.join(folder, 'text.db'), 'x'.repeat(200));
    mkdirSync(path.join(folder, 'folder.db'));
    const refused: readonly (readonly [file: string, kind: string, message: RegExp])[] = [
      ['none.db', 'not_found', /there is no file .*none\.db/],
      ['folder.db', 'invalid_params', /folder\.db is no file/],
      ['text.db', 'storage', /text\.db is not a Signalbox database$/],
      ['cut.db', 'storage', /cut\.db/],
      ['newer.db', 'newer_schema', /newer\.db was written by a newer Signalbox \(schema 99/],
    ];
    for (const [file, kind, message] of refused) {
      const fault = await refusalOf(person.request('store.restore', { path: path.join(folder, file) }));
      assert.equal(fault.kind, kind, fault.message);
      assert.match(fault.message, message);
      assert.match(fault.next, /\w/);
    }
    const relative = await refusalOf(person.request('store.restore', { path: 'a.db' }));
    assert.equal(relative.kind, 'invalid_params');
    assert.deepEqual(await titles(root), ['Kept', 'Later']);
    assert.equal(backupsOf(root).length, 1);
  });

  it('a disk that is full in the middle of it: the answer says so, and what was there is served again', async () => {
    const { root, supervisor, person, backup } = await served();
    isFilling = true;
    const fault = await refusalOf(person.request('store.restore', { path: backup.path }));
    isFilling = false;
    disk.heal();
    assert.equal(fault.kind, 'storage');
    assert.match(fault.message, /the restore failed \(.*ENOSPC/);
    assert.match(fault.next, /disk.*restore again/);
    await eventually('it serves again', () => person.closed.aborted && supervisor.isServing);
    assert.deepEqual(await titles(root), ['Kept', 'Later']);
  });

  it('a second one at the same time is refused', async () => {
    const { root, supervisor, person, backup } = await served();
    const other = await connect(root, 'operator');
    const first = person.request('store.restore', { path: backup.path });
    const second = refusalOf(other.request('store.restore', { path: backup.path }));
    await first;
    const fault = await second;
    assert.ok(fault.kind === 'busy' || fault.isMoved, fault.message);
    await eventually('it serves again', () => person.closed.aborted && supervisor.isServing);
    assert.deepEqual(await titles(root), ['Kept']);
    assert.equal(backupsOf(root).length, 2);
  });
});
