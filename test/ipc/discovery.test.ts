import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectError } from '../../src/ipc/connectError.ts';
import { connectToCoordinator } from '../../src/ipc/connectToCoordinator.ts';
import { discover, discoveryError } from '../../src/ipc/discovery.ts';
import { findRoot, rootOf } from '../../src/ipc/findRoot.ts';
import { readOutsideRepos, writeOutsideRepos } from '../../src/ipc/outsideRepos.ts';
import { processIdentity } from '../../src/ipc/processIdentity.ts';
import { processOrigin } from '../../src/ipc/processOrigin.ts';
import { exitCodeOf } from '../../src/protocol/exitCodes.ts';
import type { ProtocolError } from '../../src/protocol/errors.ts';
import { TOKEN } from '../kit/hello.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { testServers } from '../kit/testServer.ts';

const make = (...parts: string[]): string => {
  const folder = path.join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
};

const initialise = (root: string): string => {
  make(root, '.signalbox', 'state');
  return root;
};

function writeWriter(root: string, term: number, given: object = {}): void {
  const writer = { pid: 1, host: 'here', endpoint: `/run/${term}.sock`, token: TOKEN, since: 5, ...given };
  writeFileSync(path.join(root, '.signalbox', 'state', `writer-${term}.json`), JSON.stringify(writer));
}

/** Where the tests' own pids mean something, as a writer file says it. */
const here = (({ host, boot_id, pid_namespace }) => ({ host, bootId: boot_id, pidNamespace: pid_namespace }))(
  processOrigin(),
);

const git = (folder: string, ...words: string[]): void => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'ignore' });
};

describe('the root of a working directory', () => {
  const folder = temporaryFolders();

  it('is the nearest folder above that is initialised', () => {
    const outer = initialise(folder());
    const inner = initialise(make(outer, 'inner'));
    const deep = make(inner, 'a b', '🚂', 'c');
    assert.equal(findRoot(deep), inner);
    assert.equal(findRoot(inner), inner);
    assert.equal(findRoot(make(outer, 'other')), outer);
    assert.equal(findRoot(folder()), null);
    assert.equal(findRoot(path.join(outer, 'gone')), null);
  });

  it('may have been initialised without ever having been served', () => {
    const root = folder();
    writeFileSync(path.join(make(root, '.signalbox'), 'config.json'), '{}');
    assert.equal(findRoot(make(root, 'src')), root);
  });

  it('is not a home folder that only holds the launcher', () => {
    const home = folder();
    make(home, '.signalbox', 'bin');
    assert.equal(findRoot(make(home, 'project')), null);
  });

  it('is the same through a link', () => {
    const root = initialise(folder());
    const link = path.join(folder(), 'link');
    symlinkSync(make(root, 'src'), link);
    assert.equal(findRoot(link), root);
  });

  it('is SIGNALBOX_ROOT only if the directory lies in it', () => {
    const outer = initialise(folder());
    const inner = initialise(make(outer, 'inner'));
    assert.equal(findRoot(inner, outer), outer);
    assert.equal(findRoot(outer, inner), outer);
    assert.equal(findRoot(inner, inner.slice(0, -1)), inner);
    assert.equal(findRoot(inner, ''), inner);
    assert.equal(findRoot(make(outer, 'inner-2'), inner), outer);
  });
});

describe('SIGNALBOX_ROOT in a repo outside of it', () => {
  const folder = temporaryFolders();

  it('is believed where its coordinator has the repo in force, and nowhere else', () => {
    const base = folder();
    const root = initialise(make(base, 'root'));
    const api = initialise(make(base, 'api'));
    const deep = make(api, 'src', 'deep');
    assert.equal(findRoot(deep, root), api);
    writeOutsideRepos(root, [root, path.join(root, 'web'), api]);
    assert.deepEqual(readOutsideRepos(root), [api]);
    assert.equal(findRoot(deep, root), root);
    assert.equal(findRoot(deep), api);
    assert.equal(findRoot(make(base, 'api-2'), root), null);
    writeOutsideRepos(root, [root]);
    assert.equal(findRoot(deep, root), api);
    assert.equal(statSync(path.join(root, '.signalbox', 'state', 'outside-repos.json')).mode & 0o777, 0o600);
  });

  it('is believed in a linked worktree of such a repo', () => {
    const base = folder();
    const root = initialise(make(base, 'root'));
    const api = make(base, 'api');
    git(api, 'init', '-q');
    git(api, 'commit', '-q', '--allow-empty', '-m', 'first');
    git(api, 'worktree', 'add', '-q', path.join(base, 'linked'));
    writeOutsideRepos(root, [api]);
    assert.equal(findRoot(path.join(base, 'linked'), root), root);
  });

  it('a file that says nothing is passed over', () => {
    const root = initialise(folder());
    const file = path.join(root, '.signalbox', 'state', 'outside-repos.json');
    for (const text of ['{', '{"a": 1}', '[1, null]']) {
      writeFileSync(file, text);
      assert.deepEqual(readOutsideRepos(root), []);
    }
  });
});

describe('a git worktree', () => {
  const folder = temporaryFolders();

  /** A repository `main` of one commit in a folder of its own, with a linked worktree beside it. */
  function worktree(): { main: string; linked: string } {
    const outer = folder('wörk trees-');
    const main = make(outer, 'main 🚂');
    const linked = path.join(outer, 'linked');
    git(main, 'init', '-q');
    git(main, 'commit', '-q', '--allow-empty', '-m', 'first');
    git(main, 'worktree', 'add', '-q', linked);
    return { main, linked };
  }

  it('that is linked has the root of its main one, from any folder in it', () => {
    const { main, linked } = worktree();
    initialise(main);
    writeFileSync(path.join(make(linked, '.signalbox'), 'config.json'), '{}');
    for (const place of [main, linked, make(linked, 'src', 'deep'), make(main, 'src')]) {
      assert.equal(findRoot(place), main);
    }
    assert.equal(findRoot(linked, main), main);
    assert.equal(rootOf(linked), main);
    assert.equal(rootOf(main), main);
  });

  it('of a repository within the root has that root', () => {
    const { main, linked } = worktree();
    const root = initialise(make(main, 'packages', 'a'));
    assert.equal(findRoot(make(linked, 'packages', 'a', 'src')), root);
    assert.equal(findRoot(make(linked, 'packages')), null);
    assert.equal(rootOf(make(linked, 'packages', 'a')), root);
  });

  it('whose main one has no root belongs to the folder around itself', () => {
    const { linked } = worktree();
    const around = initialise(path.dirname(linked));
    assert.equal(findRoot(linked), around);
  });

  it('of a bare repository is its own root, and so is a submodule', () => {
    const outer = folder();
    const { main } = worktree();
    git(outer, 'clone', '-q', '--bare', main, 'bare.git');
    git(path.join(outer, 'bare.git'), 'worktree', 'add', '-q', path.join(outer, 'linked'));
    assert.equal(rootOf(path.join(outer, 'linked')), path.join(outer, 'linked'));
    const submodule = make(main, 'sub');
    writeFileSync(path.join(submodule, '.git'), 'gitdir: ../.git/modules/sub\n');
    make(main, '.git', 'modules', 'sub');
    assert.equal(rootOf(submodule), submodule);
  });
});

describe('discovery', () => {
  const folder = temporaryFolders();
  const found = (workingDirectory: string) => {
    const result = discover({ workingDirectory });
    return result.ok ? result.value.writer.endpoint : result.error.kind;
  };

  it('takes the writer of the highest term, by number', () => {
    const root = initialise(folder('spaces and 🚂-'));
    for (const term of [2, 10, 9]) writeWriter(root, term);
    assert.equal(found(make(root, 'deep', 'down')), '/run/10.sock');
  });

  it('passes over a file that is not whole, and over temporary ones', () => {
    const root = initialise(folder());
    writeWriter(root, 3);
    writeFileSync(path.join(root, '.signalbox/state/writer-4.json'), '{"endp');
    writeFileSync(path.join(root, '.signalbox/state/writer-5.json'), 'null');
    writeFileSync(path.join(root, '.signalbox/state/writer-6.json.1f.tmp'), '{}');
    assert.equal(found(root), '/run/3.sock');
  });

  it('knows at once that a writer of this machine has ended, however fresh its heartbeat is', () => {
    const root = initialise(folder());
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeWriter(root, 3, { pid, ...here });
    assert.equal(found(root), 'ended');
    writeWriter(root, 4, { pid: process.pid, processStart: '1', ...here });
    assert.equal(found(root), 'ended', 'its number was used again');
    writeWriter(root, 5, { pid: process.pid, ...here });
    assert.equal(found(root), '/run/5.sock');
  });

  it('asks a writer whose number means nothing here: of another machine, boot or pid namespace', () => {
    const root = initialise(folder());
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const other of [{ host: 'other' }, { bootId: 'other' }, { pidNamespace: 'pid:[1]' }]) {
      writeWriter(root, 3, { pid, ...here, ...other });
      assert.equal(found(root), '/run/3.sock');
    }
  });

  it('says when nothing is initialised, and when nobody serves', () => {
    assert.equal(found(folder()), 'not_initialised');
    const root = folder();
    writeFileSync(path.join(make(root, '.signalbox'), 'config.json'), '{}');
    assert.equal(found(root), 'no_coordinator');
    assert.equal(found(initialise(folder())), 'no_coordinator');
  });

  it('each failure ends the command line with 9 and says what to do', () => {
    for (const kind of ['not_initialised', 'no_coordinator', 'sandboxed', 'stale', 'ended'] as const) {
      const error = discoveryError({ kind, root: '/r', writer: null });
      assert.equal(exitCodeOf[error.kind], 9);
      assert.match(error.next, /Allow|Open|run `signalbox/);
    }
  });

  it('a socket that a sandbox refuses is told from one where nobody listens', () => {
    const kinds = ['EPERM', 'EACCES', 'ECONNREFUSED', 'ENOENT'].map(
      (code) => connectError(Object.assign(new Error(code), { code })).kind,
    );
    assert.deepEqual(kinds, ['sandboxed', 'sandboxed', 'unavailable', 'unavailable']);
  });
});

describe('connecting to the coordinator', () => {
  const folder = temporaryFolders();
  const { start } = testServers();
  const caller = { kind: 'cli', name: 'test', version: '0.0.0', identity: processIdentity() } as const;
  const to = (workingDirectory: string) =>
    connectToCoordinator({ place: { workingDirectory }, caller, timeoutMs: 5_000 });

  it('says hello with the token that it found', async () => {
    const root = initialise(folder());
    const server = await start();
    writeWriter(root, 4, { endpoint: server.path });
    const client = await to(make(root, 'src'));
    assert.equal(client.welcome.surface, 'worker');
    assert.deepEqual(server.sessions()[0]!.client.root, root);
    client.dispose();
  });

  it('to a writer that is gone fails at once, with its heartbeat', async () => {
    const root = initialise(folder());
    writeWriter(root, 4, { endpoint: path.join(root, 'gone.sock') });
    utimesSync(path.join(root, '.signalbox/state/writer-4.json'), 1_000, 1_000);
    const begun = performance.now();
    await assert.rejects(to(root), (error: ProtocolError) => {
      assert.deepEqual(error.facts, { discovery: 'stale', root, term: 4, heartbeat_at: 1_000_000 });
      return true;
    });
    assert.ok(performance.now() - begun < 300);
  });

  it('where there is none fails at once', async () => {
    const begun = performance.now();
    await assert.rejects(to(initialise(folder())), { kind: 'unavailable' });
    assert.ok(performance.now() - begun < 300);
  });
});
