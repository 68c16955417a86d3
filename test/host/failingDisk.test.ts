import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { uuid7 } from '../../src/base/uuid7.ts';
import { FaultEndpoint } from '../../src/host/faultEndpoint.ts';
import type { HostSupervisor } from '../../src/host/hostSupervisor.ts';
import type { Client } from '../../src/ipc/client.ts';
import type { ProtocolError } from '../../src/protocol/errors.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { eventually } from '../kit/eventually.ts';
import { type FailingFiles, failingFiles } from '../kit/failingFiles.ts';
import { hosts } from '../kit/hosts.ts';
import { quietLog, refusalOf, supervisedHost } from '../kit/supervisedHost.ts';
import type { FileCall } from '../kit/simFiles.ts';

/** What makes a host touch the disk in each way, and what it says that failed. */
const failures: [call: FileCall, code: string, ask: (person: Client) => Promise<unknown>][] = [
  ['write', 'ENOSPC', (person) => person.request('task.add', { title: 'Lost?' })],
  ['sync', 'EIO', (person) => person.request('task.add', { title: 'Lost?' })],
  ['rename', 'EACCES', (person) => person.request('store.compact', {})],
  ['syncFolder', 'EIO', (person) => person.request('store.compact', {})],
  ['list', 'EMFILE', (person) => person.request('task.list', {})],
  ['stat', 'EACCES', (person) => person.request('task.list', {})],
  ['create', 'EROFS', (person) => person.request('store.compact', {})],
];

describe('a host whose disk fails', function () {
  this.timeout(30_000);
  const { root: newRoot, connect } = hosts();
  const running: HostSupervisor[] = [];
  const faults: FaultEndpoint[] = [];
  let disk: FailingFiles;
  afterEach(async () => {
    disk.heal();
    for (const fault of faults.splice(0)) fault.dispose();
    await Promise.all(running.splice(0).map((each) => each.stop()));
  });

  async function supervised(root: string): Promise<HostSupervisor> {
    disk = failingFiles(nodeFiles);
    const supervisor = await supervisedHost(root, disk.files);
    const fault = new FaultEndpoint({ root, version: () => '0.0.0', supervisor, log: quietLog });
    faults.push(fault);
    running.push(supervisor);
    supervisor.start();
    await eventually('it serves', () => supervisor.isServing);
    return supervisor;
  }

  for (const [call, code, ask] of failures) {
    it(`store rule 12: after a failing ${call} (${code}, injected) all who wait get storage, and it opens again`, async () => {
      const root = newRoot();
      const supervisor = await supervised(root);
      const person = await connect(root, 'operator');
      const worker = await connect(root, 'worker');
      const { task } = await person.request('task.add', { title: 'Kept' });
      const request_id = uuid7(Date.now(), randomBytes(10));
      const first = await worker.request('lease.next', { worker: 'w1', repo: 'demo', wait_ms: 10_000 });
      assert.ok(first.grant);
      const waiting = refusalOf(
        worker.request('lease.next', { worker: 'w2', repo: 'demo', wait_ms: 60_000 }),
      );
      await person.request('health.show', {});

      disk.fail(call, code);
      const [asked, waited] = await Promise.all([refusalOf(ask(person)), waiting]);
      for (const fault of [asked, waited]) {
        assert.equal(fault.kind, 'storage', fault.message);
        assert.match(fault.message, new RegExp(code));
        assert.match(fault.next, /disk.*same request id/s);
      }
      await eventually('it says why it does not serve', () => supervisor.problem?.kind === 'storage');
      disk.heal();
      await eventually('it serves again', () => supervisor.isServing);

      const again = await connect(root, 'operator');
      const added = await again.request('task.add', { title: 'After', request_id });
      const { tasks } = await again.request('task.list', {});
      const ids = tasks.map(({ id }) => id);
      assert.ok(ids.includes(task.id) && ids.includes(added.task.id));
      const verified = await again.request('store.verify', {});
      assert.deepEqual([verified.ok, verified.problems], [true, []]);
      const { rows } = await again.request('health.show', {});
      const row = rows.find(({ id }) => id === 'store:last failure');
      assert.equal(row?.level, 'warn');
      assert.match(row.reason, new RegExp(`${code}.*runs again since 20\\d\\d-`));
    });
  }

  it('as long as the disk fails it tries again, later each time, and says so', async () => {
    const root = newRoot();
    const supervisor = await supervised(root);
    const person = await connect(root, 'operator');
    disk.fail('write', 'ENOSPC');
    await refusalOf(person.request('task.add', { title: 'Lost?' }));
    let failures = 0;
    supervisor.onChange(() => (failures += Number(supervisor.failure !== null)));
    await eventually('it has tried three times', () => failures >= 3);
    assert.match(supervisor.problem?.message ?? '', /opening the store failed.*ENOSPC/);
  });

  it('a client that comes while the disk fails is told storage and the cause, and is let in once it does not', async () => {
    const root = newRoot();
    const supervisor = await supervised(root);
    const person = await connect(root, 'operator');
    disk.fail('write', 'ENOSPC');
    await refusalOf(person.request('task.add', { title: 'Lost?' }));
    // Between two tries to open the store there is a moment without anybody.
    await eventually('it is told', async () => {
      const told = await connect(root, 'operator').then(
        () => assert.fail('it was let in'),
        (error: unknown) => error as ProtocolError,
      );
      if (told.kind !== 'storage') return false;
      assert.match(told.message, /ENOSPC/);
      assert.match(told.next, /disk/);
      return true;
    });
    disk.heal();
    await eventually('it serves again', () => supervisor.isServing);
    const again = await connect(root, 'operator');
    assert.equal(again.welcome.surface, 'operator');
  });

  it('R1, S5: a store that was removed under it is not begun anew by itself, also not by the next host', async () => {
    const root = newRoot();
    const supervisor = await supervised(root);
    const person = await connect(root, 'operator');
    await person.request('task.add', { title: 'Gone' });
    const state = path.join(root, '.signalbox', 'state');
    rmSync(state, { recursive: true });
    const fault = await refusalOf(person.request('task.add', { title: 'Lost?' }));
    assert.equal(fault.kind, 'storage');
    assert.match(fault.message, /state was removed while it was in use; it held \d+ events/);
    assert.match(fault.next, /signalbox restore FILE.*signalbox serve --new/);
    await eventually('it does not serve', () => supervisor.problem !== null);
    await assert.rejects(supervised(root), /not within/);
    assert.deepEqual(readdirSync(state), ['removed.json']);
    assert.equal(supervisor.isServing, false);
  });

  it('where all of .signalbox was removed under it, it does not come back', async () => {
    const root = newRoot();
    const supervisor = await supervised(root);
    rmSync(path.join(root, '.signalbox'), { recursive: true });
    await eventually('it says so', () =>
      (supervisor.problem?.message ?? '').includes('no .signalbox folder'),
    );
    assert.equal(existsSync(path.join(root, '.signalbox')), false);
    mkdirSync(path.join(root, '.signalbox'));
    await eventually('a person has made it anew', () => supervisor.isServing);
  });
});
