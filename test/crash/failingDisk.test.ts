import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { type Running, shells } from '../kit/shells.ts';

/** Root may read and write what it has no right to, unless the capability is taken away. */
const withoutPrivilege =
  process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search ' : '';

function mounts(): boolean {
  const place = mkdtempSync(path.join(tmpdir(), 'signalbox-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (isMounted) execFileSync('umount', [place]);
  rmSync(place, { recursive: true });
  return isMounted;
}

describe('serve on a disk that fails', function () {
  this.timeout(60_000);
  const undo: (() => void)[] = [];
  // Before the folders are removed.
  afterEach(() => {
    for (const each of undo.splice(0).reverse()) each();
  });
  const { folder, terminal, person } = shells();

  async function serving(root: string, command = 'signalbox serve'): Promise<Running> {
    mkdirSync(path.join(root, '.signalbox'));
    const coordinator = terminal(root, `exec ${command}`);
    undo.push(() => coordinator.signal('SIGKILL'));
    await coordinator.says(/Signalbox serves .*\n/);
    return coordinator;
  }

  const add = (root: string, title: string) => person(root, 'task', 'add', title, '--json');
  const failureRow = async (root: string): Promise<string> => {
    const { out } = await person(root, 'health', '--json');
    const { rows } = JSON.parse(out) as { rows: { id: string; reason: string }[] };
    return rows.find(({ id }) => id === 'store:last failure')?.reason ?? '';
  };

  /** Breaks the disk, sees that a call is refused with the cause, mends it, and sees that all is there. */
  async function breaks(
    root: string,
    coordinator: Running,
    cause: RegExp,
    hurt: () => void,
    mend: () => void,
  ) {
    undo.push(mend);
    assert.equal((await add(root, 'Kept')).code, 0);
    hurt();
    let acknowledged = 0;
    let refused = await add(root, 'Perhaps');
    // The last page of the journal may have room for some lines more, and a file that is open stays writable until the
    // next heartbeat.
    await eventually(
      'a call is refused',
      async () => {
        if (refused.code !== 0) return true;
        acknowledged += 1;
        refused = await add(root, 'Perhaps');
        return refused.code !== 0;
      },
      20_000,
    );
    // Storage, or nobody there where the heartbeat had met the fault before the call came.
    assert.ok(refused.code === 10 || refused.code === 9, refused.err.join('\n'));
    assert.match(refused.code === 10 ? refused.err[0]! : coordinator.err, cause);
    mend();
    await coordinator.says(/Signalbox serves .* again .*\n/);
    assert.equal((await add(root, 'After')).code, 0);
    const { out } = await person(root, 'task', 'list', '--json');
    const titles = (JSON.parse(out) as { tasks: { title: string }[] }).tasks.map(({ title }) => title);
    const perhaps = titles.filter((title) => title === 'Perhaps').length;
    assert.ok(perhaps === acknowledged || perhaps === acknowledged + 1, `${perhaps} of ${acknowledged}`);
    assert.deepEqual(
      titles.filter((title) => title !== 'Perhaps'),
      ['Kept', 'After'],
    );
    assert.match(coordinator.err, /the host of .* ended \(storage: .*It starts again in [\d.]+ s/);
    assert.match(await failureRow(root), cause);
  }

  // Elsewhere test/host/failingDisk.test.ts has the same over an injected file system.
  if (mounts()) {
    const mounted = (options: string): string => {
      const root = folder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]);
      undo.push(() => execFileSync('umount', ['-l', root]));
      return root;
    };

    it('S4: a full disk (a small tmpfs) is told, and it goes on when there is room', async () => {
      const root = mounted('size=2m');
      const coordinator = await serving(root);
      const filler = path.join(root, 'filler');
      const fill = () => {
        assert.throws(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024)), { code: 'ENOSPC' });
      };
      await breaks(root, coordinator, /ENOSPC/, fill, () => rmSync(filler, { force: true }));
    });

    it('S4: a folder that becomes read-only (a bind mount) is told, and it goes on when it is writable', async () => {
      const root = mounted('size=8m');
      const coordinator = await serving(root);
      const state = path.join(root, '.signalbox', 'state');
      let isHurt = false;
      const hurt = () => {
        execFileSync('mount', ['--bind', state, state]);
        execFileSync('mount', ['-o', 'remount,bind,ro', state]);
        isHurt = true;
      };
      const mend = () => {
        if (isHurt) execFileSync('umount', ['-l', state]);
        isHurt = false;
      };
      await breaks(root, coordinator, /EROFS|read-only/i, hurt, mend);
    });
  }

  it('S4: a permission lost while running is told, and it goes on when it is given back', async () => {
    const root = folder();
    const coordinator = await serving(root, `${withoutPrivilege}signalbox serve`);
    const state = path.join(root, '.signalbox', 'state');
    let isHurt = false;
    await breaks(
      root,
      coordinator,
      /EACCES/,
      () => {
        chmodSync(state, 0o000);
        isHurt = true;
      },
      () => isHurt && chmodSync(state, 0o700),
    );
  });

  it('S4: no file descriptors left is told, and it goes on when there are some', async () => {
    const root = folder();
    const coordinator = await serving(root);
    const limit = (count: string) => {
      execFileSync('prlimit', ['--pid', String(coordinator.child.pid), `--nofile=${count}:`]);
    };
    await breaks(
      root,
      coordinator,
      /EMFILE/,
      () => limit('3'),
      () => limit('1024'),
    );
  });

  it('R1, S5: `git clean -fdx` under serve: it ends, says what is possible, and begins anew only on demand', async () => {
    const root = folder();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
    git('init', '-q');
    assert.equal((await person(root, 'init')).code, 0);
    git('add', '.signalbox');
    const coordinator = terminal(root, 'exec signalbox serve');
    undo.push(() => coordinator.signal('SIGKILL'));
    await coordinator.says(/Signalbox serves .*\n/);
    assert.equal((await add(root, 'Gone')).code, 0);
    // It may fail over the word that the writer leaves in the folder meanwhile.
    spawnSync('git', ['clean', '-fdxq'], { cwd: root });
    const { code, err } = await coordinator.end();
    assert.equal(code, 10);
    assert.match(err.at(-2)!, /state was removed while it was in use; it held \d+ events/);
    assert.match(err.at(-1)!, /signalbox restore FILE; to begin an empty store: signalbox serve --new/);
    const again = await person(root, 'serve');
    assert.deepEqual([again.code, again.err.slice(-2)], [10, err.slice(-2)]);
    const anew = terminal(root, 'exec signalbox serve --new');
    undo.push(() => anew.signal('SIGKILL'));
    await anew.says(/Signalbox serves .*\n/);
    assert.equal((await add(root, 'First')).code, 0);
    const kept = readdirSync(path.join(root, '.signalbox/state/aside'));
    assert.match(kept.join(), /^removed\.json-/);
  });

  it('S4: calls that are repeated through a short fault are done once', async () => {
    const root = folder();
    const coordinator = await serving(root, `${withoutPrivilege}signalbox serve`);
    const state = path.join(root, '.signalbox', 'state');
    undo.push(() => chmodSync(state, 0o700));
    const calls = Array.from({ length: 4 }, (_, index) => add(root, `Task ${index}`));
    chmodSync(state, 0o000);
    await eventually('it has noticed', () => coordinator.err.includes('It starts again'));
    chmodSync(state, 0o700);
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    const { out } = await person(root, 'task', 'list', '--json');
    const titles = (JSON.parse(out) as { tasks: { title: string }[] }).tasks.map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
    for (const [index, code] of codes.entries()) {
      if (code === 0) assert.ok(titles.includes(`Task ${index}`));
    }
  });
});
