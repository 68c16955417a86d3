import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
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

  it('says what to do when the extension that wrote it is gone', async () => {
    await writeLauncher(bin(), { node: process.execPath, cli: path.join(folder, 'gone.cjs') });
    const { status, stderr } = spawnSync(path.join(bin(), 'signalbox'), { encoding: 'utf8' });
    assert.equal(status, 9);
    assert.match(stderr, /Open VS Code with Signalbox once/);
  });

  it('is written only when it would differ, and leaves nothing beside it', async () => {
    const file = path.join(bin(), 'signalbox');
    await writeLauncher(bin(), { node: process.execPath, cli });
    const first = statSync(file);
    await writeLauncher(bin(), { node: process.execPath, cli });
    assert.equal(statSync(file).ino, first.ino);
    await writeLauncher(bin(), { node: '/other/node', cli });
    assert.notEqual(statSync(file).ino, first.ino);
    assert.equal(statSync(file).mode & 0o111, 0o111);
    assert.deepEqual(readdirSync(bin()).sort(), ['signalbox', 'signalbox.cmd']);
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
