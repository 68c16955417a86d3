import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundled } from '../kit/bundled.ts';
import { shells } from '../kit/shells.ts';
import { filesIn, type Found, modeOf } from './kit/filesIn.ts';
import { stateOf, userFolderOf, writerOf } from './kit/realHost.ts';

/** `nobody`, on every Linux. Only root may become it. */
const other = 65_534;
const isRoot = process.getuid?.() === 0;

/** Which files, folders and sockets a user gets at, and how; of the others nothing is told. */
async function reachedBy(uid: number, places: readonly Found[]): Promise<Record<string, string[]>> {
  // The program is on no path that another user may walk.
  const program = readFileSync(await bundled('test/security/programs/lookAround.ts'), 'utf8');
  const run = spawnSync(process.execPath, ['-e', program], {
    ...(isRoot ? { uid, gid: uid } : {}),
    cwd: '/',
    env: {},
    input: JSON.stringify(places),
    encoding: 'utf8',
  });
  const { uid: ranAs, could } = JSON.parse(run.stdout || run.stderr) as {
    uid: number;
    could: Record<string, string[]>;
  };
  assert.equal(ranAs, uid);
  return Object.fromEntries(Object.entries(could).filter(([, what]) => what.length > 0));
}

describe('what a coordinator leaves on the disk is its own user’s alone', function () {
  this.timeout(60_000);
  const { folder, terminal, person, worker } = shells();

  /** A root whose coordinator, and all that calls it, ran under this umask, with each kind of file that it makes. */
  async function worked(umask: string): Promise<string> {
    const root = folder();
    // All around it is open, so that only what Signalbox makes stands in the way.
    for (const outer of [path.dirname(root), root]) chmodSync(outer, 0o755);
    mkdirSync(path.join(root, '.signalbox'));
    writeFileSync(path.join(root, '.signalbox', 'config.json'), '{ "allow": ["network"] }');
    const coordinator = terminal(root, `umask ${umask}; exec signalbox serve`);
    await coordinator.says(/Signalbox serves .*\n/);
    const calls = [
      'signalbox task add One',
      `signalbox config confirm "$(signalbox config show --json | grep -o '"digest": "[^"]*"' | cut -d'"' -f4)"`,
      'signalbox verify',
      'signalbox compact',
      'signalbox backup',
      'signalbox next --worker w1 --session s1',
    ];
    const { code, err } = await worker(root, `umask ${umask}; set -e; ${calls.join(' >/dev/null; ')}`);
    assert.equal(code, 0, err.join('\n'));
    return root;
  }

  const placesOf = (root: string): Found[] => [
    ...filesIn(stateOf(root)),
    ...filesIn(userFolderOf(root)),
    ...filesIn(path.dirname(writerOf(root).endpoint)),
  ];

  for (const umask of ['000', '022', '077']) {
    it(`under umask ${umask}: files and sockets 0600, folders 0700, of every kind that it makes`, async () => {
      const root = await worked(umask);
      const places = placesOf(root);
      const kinds = new Set(places.map(({ path: each }) => path.basename(each).replace(/[\d-].*/, '')));
      for (const kind of ['writer', 'journal', 'signalbox.db', 'sessions', 'backups', 'operator']) {
        assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join(' ')}`);
      }
      const wrong = places.filter((each) => modeOf(each.path) !== (each.kind === 'folder' ? '700' : '600'));
      assert.deepEqual(
        wrong.map((each) => [each.path, modeOf(each.path)]),
        [],
      );
    });
  }

  const who = isRoot
    ? `another user (uid ${other})`
    : 'another user (only the modes are looked at: not run by root)';
  for (const umask of ['000', '077']) {
    it(`under umask ${umask}: ${who} reads and writes nothing and can't connect`, async () => {
      const root = await worked(umask);
      const places = placesOf(root);
      const open = path.join(root, 'open');
      writeFileSync(open, '');
      chmodSync(open, 0o644);
      const control: Found[] = [{ path: open, kind: 'file' }];
      const self = process.getuid?.() ?? -1;
      const own = await reachedBy(self, [...places, ...control]);
      assert.equal(Object.keys(own).length, places.length + 1, 'its own user gets at all of it');
      if (!isRoot) {
        console.log(
          `      Not tried: uid ${other} itself, since only root may run a program as another user.`,
        );
        for (const each of places) assert.match(modeOf(each.path), /^[67]00$/, each.path);
        return;
      }
      assert.deepEqual(await reachedBy(other, [...places, ...control]), { [open]: ['read'] });
      // Each wall holds without the other: what is in the folders is closed where the folders are open.
      for (const each of places) if (each.kind === 'folder') chmodSync(each.path, 0o755);
      const reached = await reachedBy(other, places);
      assert.deepEqual(
        places.filter(({ kind, path: each }) => kind !== 'folder' && each in reached),
        [],
      );
      assert.deepEqual((await person(root, 'status')).code, 0);
    });
  }
});
