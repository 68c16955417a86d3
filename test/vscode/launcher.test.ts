import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLauncher } from '../../src/vscode/launcher.ts';

const checkout = path.resolve(import.meta.dirname, '../..');
const tellsAll =
  'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null, process.execPath]))';

describe('the launcher', () => {
  let folder: string;
  let cli: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), `it's a "box" 🚉-`));
    cli = path.join(folder, 'dist/cli.cjs');
    mkdirSync(path.dirname(cli));
    writeFileSync(cli, tellsAll);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bin = (): string => path.join(folder, 'bin');
  const words = ['next', '--worker', `o'neil`, 'a b', '$HOME', '*'];

  it('runs the command line on the given Node, with its arguments as they are', async () => {
    await writeLauncher(bin(), { node: process.execPath, cli });
    const said = execFileSync(path.join(bin(), 'signalbox'), words, { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(said), [words, '1', process.execPath]);
  });

  /** An installed version of the extension, with its command line. */
  const extension = (version: string): string => {
    const dist = path.join(folder, 'extensions', `signalbox.signalbox-${version}`, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(path.join(dist, 'cli.cjs'), `console.log(${JSON.stringify(version)})`);
    return path.join(dist, 'cli.cjs');
  };
  const launch = (PATH = '/usr/bin:/bin') => {
    const file = path.join(bin(), 'signalbox');
    const { status, stdout, stderr } = spawnSync(file, { encoding: 'utf8', env: { PATH } });
    return { status, stdout, stderr };
  };

  it('survives an update: it finds the newest version that is there in place of the one that wrote it', async () => {
    const former = extension('0.9.0');
    const older = extension('0.8.0');
    utimesSync(older, 1_000, 1_000);
    extension('0.10.0');
    await writeLauncher(bin(), { node: process.execPath, cli: former });
    assert.equal(launch().stdout, '0.9.0\n');
    rmSync(path.dirname(path.dirname(former)), { recursive: true });
    assert.deepEqual(launch(), { status: 0, stdout: '0.10.0\n', stderr: '' });
  });

  it('takes the Node on the PATH when the editor that it was written by is gone', async () => {
    await writeLauncher(bin(), { node: path.join(folder, 'gone/node'), cli: extension('0.9.0') });
    assert.deepEqual(launch(path.dirname(process.execPath)), { status: 0, stdout: '0.9.0\n', stderr: '' });
  });

  it('says what to do when no extension is left, or no Node', async () => {
    const said = {
      status: 9,
      stdout: '',
      stderr:
        'signalbox: the extension that this command belongs to is gone\n' +
        'Open VS Code with Signalbox once, then try again. If you have removed it for good, remove ~/.signalbox/bin too.\n',
    };
    await writeLauncher(bin(), { node: process.execPath, cli: path.join(folder, 'gone.cjs') });
    assert.deepEqual(launch(), said);
    await writeLauncher(bin(), { node: path.join(folder, 'gone/node'), cli });
    assert.deepEqual(launch('/nowhere'), said);
    const removed = path.join(folder, 'extensions/signalbox.signalbox-0.1.0/dist/cli.cjs');
    await writeLauncher(bin(), { node: process.execPath, cli: removed });
    assert.deepEqual(launch(), said);
  });

  it('is written only when it would differ, and leaves nothing beside it', async () => {
    const file = path.join(bin(), 'signalbox');
    assert.equal(await writeLauncher(bin(), { node: process.execPath, cli }), true);
    const first = statSync(file);
    assert.equal(await writeLauncher(bin(), { node: process.execPath, cli }), false);
    assert.equal(statSync(file).ino, first.ino);
    assert.equal(await writeLauncher(bin(), { node: '/other/node', cli }), true);
    assert.notEqual(statSync(file).ino, first.ino);
    assert.deepEqual(readdirSync(bin()).sort(), ['signalbox', 'signalbox.cmd']);
  });

  it('is for its user alone, whatever the umask', async () => {
    for (const umask of [0o000, 0o022, 0o077]) {
      const home = path.join(folder, `home-${umask}`);
      mkdirSync(home);
      const place = path.join(home, '.signalbox/bin');
      const before = process.umask(umask);
      try {
        await writeLauncher(place, { node: process.execPath, cli });
      } finally {
        process.umask(before);
      }
      const mode = (file: string) => statSync(file).mode & 0o777;
      assert.deepEqual(
        [path.dirname(place), place, path.join(place, 'signalbox'), path.join(place, 'signalbox.cmd')].map(
          mode,
        ),
        [0o700, 0o700, 0o700, 0o700],
      );
    }
  });

  it('is not written where others may write, and not below a relative HOME', async () => {
    for (const open of ['.signalbox', '.signalbox/bin']) {
      const home = mkdtempSync(path.join(folder, 'home-'));
      const place = path.join(home, '.signalbox/bin');
      mkdirSync(place, { recursive: true });
      chmodSync(path.join(home, open), 0o777);
      await assert.rejects(
        writeLauncher(place, { node: process.execPath, cli }),
        /others may write to .*chmod go-w/,
      );
      assert.deepEqual(readdirSync(place), []);
    }
    await assert.rejects(
      writeLauncher('.signalbox/bin', { node: process.execPath, cli }),
      /no absolute path/,
    );
  });

  describe('bin/signalbox of the package', () => {
    const run = (file: string, env: NodeJS.ProcessEnv): unknown =>
      JSON.parse(execFileSync(file, words, { encoding: 'utf8', env }));

    beforeEach(() => {
      mkdirSync(bin());
      copyFileSync(path.join(checkout, 'bin/signalbox'), path.join(bin(), 'signalbox'));
    });

    it('runs on the Node on the PATH', () => {
      const env = { PATH: [path.dirname(process.execPath), '/usr/bin', '/bin'].join(':') };
      assert.deepEqual(run(path.join(bin(), 'signalbox'), env), [words, null, process.execPath]);
    });

    it('runs on the Node that SIGNALBOX_NODE names, without any on the PATH', () => {
      const env = { PATH: '/usr/bin:/bin', SIGNALBOX_NODE: process.execPath };
      assert.deepEqual(run(path.join(bin(), 'signalbox'), env), [words, '1', process.execPath]);
    });

    it('finds its command line through a link', () => {
      symlinkSync(path.join(bin(), 'signalbox'), path.join(folder, 'link'));
      const env = { PATH: '/usr/bin:/bin', SIGNALBOX_NODE: process.execPath };
      assert.deepEqual(run(path.join(folder, 'link'), env), [words, '1', process.execPath]);
    });
  });
});
