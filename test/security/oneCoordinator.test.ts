import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { MAX_SOCKET_PATH_BYTES } from '../../src/ipc/endpointName.ts';
import { type Running, shells } from '../kit/shells.ts';
import { writerOf } from './kit/realHost.ts';

/** Root connects to and enters what it has no right to, unless the capability is taken away. */
const withoutPrivilege =
  process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search ' : '';

const git = (folder: string, ...words: string[]): void => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'ignore' });
};

describe('finding the one coordinator of a root, by the built command line', function () {
  this.timeout(120_000);
  const undo: (() => void)[] = [];
  // Before the folders are removed.
  afterEach(() => {
    for (const each of undo.splice(0)) each();
  });
  const { folder, signalbox, served, person, worker } = shells();

  /** Called from there, with the environment of the root: the tasks that are listed. */
  async function tasksFrom(root: string, there: string): Promise<string[]> {
    const { code, out, err } = await worker(root, `cd ${quoted(there)} && signalbox task list --json`);
    assert.equal(code, 0, err.join('\n'));
    return (JSON.parse(out) as { tasks: { title: string }[] }).tasks.map(({ title }) => title);
  }

  async function serving(root: string): Promise<Running> {
    const coordinator = signalbox(root, ['serve']);
    await coordinator.says(/Signalbox serves .*\n/);
    return coordinator;
  }

  it('a linked git worktree finds that of its main one, and can not start a second', async () => {
    const { root, coordinator } = await served();
    git(root, 'init', '-q');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'first');
    const linked = path.join(path.dirname(root), 'linked 🚂');
    git(root, 'worktree', 'add', '-q', '-b', 'other', linked);
    mkdirSync(path.join(linked, 'src'));
    await person(root, 'task', 'add', 'One');
    for (const there of [linked, path.join(linked, 'src')]) {
      assert.deepEqual(await tasksFrom(root, there), ['One']);
    }
    const second = await worker(root, `cd ${quoted(linked)} && signalbox serve`);
    assert.deepEqual([second.code, existsSync(path.join(linked, '.signalbox'))], [4, false]);
    assert.match(second.err[0]!, new RegExp(`process ${coordinator.child.pid!}\\b`));
  });

  it('a link to the root, or to a folder in it, finds the same, and can not start a second', async () => {
    const { root } = await served();
    await person(root, 'task', 'add', 'One');
    mkdirSync(path.join(root, 'src'));
    const [link, inner] = ['link', 'inner'].map((name) => path.join(path.dirname(root), name)) as [
      string,
      string,
    ];
    symlinkSync(root, link);
    symlinkSync(path.join(root, 'src'), inner);
    for (const there of [link, path.join(link, 'src'), inner]) {
      assert.deepEqual(await tasksFrom(root, there), ['One']);
    }
    assert.equal((await worker(root, `cd ${quoted(link)} && signalbox serve`)).code, 4);
  });

  it('a root of over 300 bytes has a socket of at most 103, and is served', async () => {
    const root = path.join(folder(), 'wörk 🚂 space '.repeat(6), 'é'.repeat(100), 'x'.repeat(60));
    mkdirSync(path.join(root, '.signalbox'), { recursive: true });
    assert.ok(Buffer.byteLength(root) > 300);
    const runtime = { XDG_RUNTIME_DIR: path.dirname(path.dirname(path.dirname(path.dirname(root)))) };
    const coordinator = signalbox(root, ['serve'], runtime);
    await coordinator.says(/Signalbox serves .*\n/);
    assert.ok(Buffer.byteLength(writerOf(root).endpoint) <= MAX_SOCKET_PATH_BYTES);
    const { code, out } = await signalbox(root, ['task', 'add', 'Deep'], runtime).end();
    assert.deepEqual([code, out], [0, 'workspace/1 todo: "Deep"\n']);
  });

  it('several roots have coordinators side by side, in one folder of sockets', async () => {
    const outer = folder();
    const roots = ['one', 'two', 'three'].map((name) => path.join(outer, name));
    for (const root of roots) mkdirSync(path.join(root, '.signalbox'), { recursive: true });
    for (const root of roots) await serving(root);
    const endpoints = roots.map((root) => writerOf(root).endpoint);
    assert.equal(new Set(endpoints).size, 3);
    assert.equal(new Set(endpoints.map((each) => path.dirname(each))).size, 1);
    await Promise.all(roots.map((root) => person(root, 'task', 'add', path.basename(root))));
    for (const root of roots) assert.deepEqual(await tasksFrom(root, root), [path.basename(root)]);
  });

  const refusing: [what: string, place: (root: string) => string][] = [
    ['the socket', (root) => writerOf(root).endpoint],
    ['the folder of sockets', (root) => path.dirname(writerOf(root).endpoint)],
    ['the state folder', (root) => path.join(root, '.signalbox', 'state')],
  ];
  for (const [what, place] of refusing) {
    it(`a sandbox that refuses ${what} (EACCES) is told as such: exit 9, and what to allow`, async () => {
      const { root } = await served();
      const refused = place(root);
      chmodSync(refused, 0o000);
      undo.push(() => chmodSync(refused, 0o700));
      const { code, out, err } = await worker(root, `${withoutPrivilege}signalbox status`);
      assert.deepEqual(
        [code, out, err],
        [
          9,
          '',
          [
            'signalbox: a sandbox refuses the way to the coordinator',
            "Allow Unix sockets and .signalbox/state in the agent's sandbox, or use Signalbox through MCP or hooks.",
          ],
        ],
      );
    });
  }

  it('a sandbox that refuses to listen (EACCES) is told as such: exit 9, and what to allow', async () => {
    const root = folder();
    mkdirSync(path.join(root, '.signalbox'));
    const sockets = path.join(path.dirname(root), 'signalbox');
    mkdirSync(sockets, { mode: 0o500 });
    const { code, err } = await worker(root, `${withoutPrivilege}signalbox serve`);
    assert.equal(code, 9, err.join('\n'));
    assert.match(err.at(-2)!, /may not listen on .*\.sock/);
    assert.equal(err.at(-1), 'Start the coordinator outside the sandbox, or allow Unix sockets in it.');
  });

  it('a socket that a killed coordinator left is taken over; one whose owner only stands still is not', async () => {
    const { root, coordinator } = await served();
    const { endpoint } = writerOf(root);
    coordinator.signal('SIGSTOP');
    const refused = await person(root, 'serve');
    assert.equal(refused.code, 4, refused.err.join('\n'));
    assert.ok(existsSync(endpoint));
    coordinator.signal('SIGCONT');
    assert.equal((await person(root, 'status')).code, 0);
    coordinator.signal('SIGKILL');
    await coordinator.end();
    assert.ok(existsSync(endpoint));
    await serving(root);
    assert.equal(writerOf(root).endpoint, endpoint);
    assert.equal((await person(root, 'status')).code, 0);
  });
});

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
