import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HealthRow, LeaseView } from '../../src/protocol/views.ts';
import { eventually } from '../kit/eventually.ts';
import { shells } from '../kit/shells.ts';

/** The least that a lease may last, in seconds; the stop is longer. */
const leaseTtl = 10;
const stoppedMs = 13_000;

describe('C16: serve that is stopped and goes on (SIGSTOP, SIGCONT)', function () {
  this.timeout(120_000);
  const { folder, terminal, worker, person } = shells();

  const rowsOf = async (root: string): Promise<HealthRow[]> =>
    (JSON.parse((await person(root, 'health', '--json')).out) as { rows: HealthRow[] }).rows;
  const leasesOf = async (root: string): Promise<LeaseView[]> =>
    (JSON.parse((await person(root, 'status', '--json')).out) as { leases: LeaseView[] }).leases;

  it('C13, C16: longer than a lease lasts: its absent holder is not lost for it, and is at its moved deadline', async () => {
    const root = folder();
    mkdirSync(path.join(root, '.signalbox'));
    const configuration = { leaseTtl, tick: 1 };
    writeFileSync(path.join(root, '.signalbox', 'config.json'), JSON.stringify(configuration));
    const coordinator = terminal(root, 'exec signalbox serve');
    await coordinator.says(/Signalbox serves .*\n/);
    assert.equal((await person(root, 'task', 'add', 'Fix parser')).code, 0);
    // Its shell ends with it: absent at once, and lost at its deadline unless that is moved.
    const taken = await worker(root, 'signalbox next');
    assert.equal(taken.code, 0, taken.err.join('\n'));
    const [before] = await leasesOf(root);
    assert.equal(before?.state, 'acknowledged');
    assert.ok(before.deadline_at !== null && before.deadline_at > Date.now(), 'it was not yet lost');

    coordinator.signal('SIGSTOP');
    const stoppedAt = Date.now();
    await eventually('it was stopped for long', () => Date.now() - stoppedAt >= stoppedMs, stoppedMs + 5_000);
    coordinator.signal('SIGCONT');

    const [after] = await leasesOf(root);
    assert.deepEqual([after?.id, after?.state], [before.id, 'acknowledged']);
    const movedMs = (after?.deadline_at ?? 0) - before.deadline_at;
    assert.ok(movedMs >= stoppedMs - 2_000 && movedMs < stoppedMs + 20_000, `moved by ${movedMs} ms`);
    const clock = (await rowsOf(root)).find(({ id }) => id === 'coordinator:clock');
    assert.match(clock?.reason ?? '', /^last absence 1\d s until .*: held leases were given that time$/);
    await eventually(
      'it is lost at the moved deadline',
      async () => (await leasesOf(root)).every(({ id }) => id !== before.id),
      40_000,
    );
    assert.ok(Date.now() >= (after?.deadline_at ?? 0));
  });
});
