import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { shells } from '../../kit/shells.ts';

describe('the command line and the whole store', function () {
  this.timeout(60_000);
  const { served, signalbox, person, worker } = shells();

  /** A coordinator with one task, a backup of that, and a second task. */
  async function backedUp() {
    const { root, coordinator } = await served();
    await person(root, 'task', 'add', 'Kept');
    const made = JSON.parse((await person(root, 'backup', '--json')).out) as { path: string };
    await person(root, 'task', 'add', 'Later');
    const stop = async () => {
      coordinator.signal('SIGINT');
      assert.equal((await coordinator.end()).code, 0);
    };
    return { root, coordinator, backup: made.path, stop };
  }

  it('S3: restore asks, and for scripts takes --yes; the coordinator serves the backup at once', async () => {
    const { root, coordinator, backup } = await backedUp();
    const asked = await person(root, 'restore', backup);
    assert.deepEqual([asked.code, asked.out, asked.err.length], [2, '', 2]);
    assert.match(
      asked.err[0]!,
      /^signalbox: this replaces \d+ events \(last change .*\) with \d+ events \(last/,
    );
    assert.equal(asked.err[1], 'If that is meant, say so: signalbox restore --yes FILE.');
    assert.match((await person(root, 'task', 'list')).out, /Later/);
    const { code, out, err } = await person(root, 'restore', '--yes', path.relative(root, backup));
    assert.deepEqual([code, err], [0, []]);
    assert.match(
      out,
      /^Restored \d+ events .*\nWhat was there is in .*\.db\.\nThe coordinator serves it\.\n$/,
    );
    const list = await person(root, 'task', 'list');
    assert.deepEqual([list.code, list.out.includes('Kept'), list.out.includes('Later')], [0, true, false]);
    await coordinator.says(/Signalbox serves .* again/);
  });

  it('S3: without a coordinator verify, compact, backup and restore work as well', async () => {
    const { root, backup, stop } = await backedUp();
    await stop();
    const copy = path.join(root, '.signalbox/state/signalbox.db');
    rmSync(copy);
    const verified = await person(root, 'verify');
    assert.deepEqual([verified.code, /^\d+ events; every table is right\.\n$/.test(verified.out)], [0, true]);
    assert.ok(readdirSync(path.dirname(copy)).includes('signalbox.db'));
    const compacted = await person(root, 'compact');
    assert.match(compacted.out, /^Journal and snapshot: .* before, .* now\. No backup was spare\.\n$/);
    assert.equal((await person(root, 'backup')).code, 0);
    const refused = await person(root, 'restore', backup);
    assert.deepEqual([refused.code, refused.out], [2, '']);
    const { code, out, err } = await person(root, 'restore', '--yes', backup);
    assert.deepEqual([code, err], [0, []]);
    assert.match(out, /Nobody serves it: open the folder in VS Code, or run `signalbox serve`\.\n$/);
    const next = signalbox(root, ['serve']);
    await next.says(/Signalbox serves/);
    const list = await person(root, 'task', 'list');
    assert.deepEqual([list.out.includes('Kept'), list.out.includes('Later')], [true, false]);
  });

  it('T7: below a worker they are refused, but for verify', async () => {
    const { root, backup, stop } = await backedUp();
    const lines = (file: string) => `signalbox compact; echo $?; signalbox restore --yes '${file}'; echo $?`;
    const taken = await worker(
      root,
      `signalbox next --json >/dev/null; signalbox verify >/dev/null; echo $?\ncp '${backup.replaceAll("'", `'\\''`)}' b.db\n${lines('b.db')}`,
    );
    assert.deepEqual(taken.out, '0\n6\n6\n', taken.err.join('\n'));
    await stop();
    const alone = await worker(
      root,
      `export SIGNALBOX_LEASE=x; signalbox verify >/dev/null; echo $?\n${lines('b.db')}`,
    );
    assert.deepEqual(alone.out, '0\n6\n6\n', alone.err.join('\n'));
  });
});
