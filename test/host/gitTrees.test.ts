import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RepoSlug } from '../../src/core/model/ids.ts';
import { gitTrees } from '../../src/host/gitTrees.ts';
import { settingsWith } from '../kit/settings.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('C14: whether a work tree is dirty', function () {
  this.timeout(20_000);
  const folder = temporaryFolders();
  const demo = 'demo' as RepoSlug;
  const settings = (repo: string) => () => settingsWith({ repos: [{ slug: demo, path: repo }] });
  const never = new AbortController().signal;

  function repository(): { root: string; git: (...args: string[]) => void } {
    const root = path.join(folder(), "odd ' name ✓");
    mkdirSync(root);
    const git = (...args: string[]) => void execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
    git('init', '-q');
    git('config', 'user.email', 'pat@example.invalid');
    git('config', 'user.name', 'Pat');
    writeFileSync(path.join(root, 'a.txt'), 'a\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    return { root, git };
  }

  it('C14: a repo with everything committed is clean', async () => {
    const { root } = repository();
    assert.equal(await gitTrees(root, settings('.')).isDirty(demo, never), false);
  });

  it('C14: a changed and a new file make it dirty', async () => {
    const { root, git } = repository();
    writeFileSync(path.join(root, 'a.txt'), 'b\n');
    assert.equal(await gitTrees(root, settings('.')).isDirty(demo, never), true);
    git('checkout', '-q', '.');
    writeFileSync(path.join(root, 'new.txt'), 'n\n');
    assert.equal(await gitTrees(root, settings(root)).isDirty(demo, never), true);
  });

  it('C14: a folder without git is clean, one that is not there is an error, which counts as dirty', async () => {
    const plain = folder();
    assert.equal(await gitTrees(plain, settings('.')).isDirty(demo, never), false);
    await assert.rejects(gitTrees(plain, settings('gone')).isDirty(demo, never), /git could not look at/);
  });

  const dirty = (root: string, repo = '.', signal = never) =>
    gitTrees(root, settings(repo)).isDirty(demo, signal);
  const write = (...place: string[]): void => {
    mkdirSync(path.dirname(path.join(...place)), { recursive: true });
    writeFileSync(path.join(...place), 'x\n');
  };

  it('C14: a repo without a commit is clean while it is empty; a bare one has nothing to be dirty', async () => {
    const root = path.join(folder(), 'new');
    execFileSync('git', ['init', '-q', root]);
    assert.equal(await dirty(root), false);
    write(root, 'a.txt');
    assert.equal(await dirty(root), true);
    const bare = path.join(folder(), 'bare.git');
    execFileSync('git', ['init', '-q', '--bare', bare]);
    assert.equal(await dirty(bare), false);
  });

  it('C14: a change in a submodule makes it dirty, also where the repo says to ignore it', async () => {
    const { root, git } = repository();
    const part = repository();
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', part.root, 'part');
    git('commit', '-qam', 'with a part');
    assert.equal(await dirty(root), false);
    git('config', 'diff.ignoreSubmodules', 'all');
    write(root, 'part', 'new.txt');
    assert.equal(await dirty(root), true);
  });

  it('C14: a linked worktree is judged by itself', async () => {
    const { root, git } = repository();
    const linked = path.join(path.dirname(root), 'linked tree');
    git('worktree', 'add', '-q', '-b', 'other', linked);
    write(root, 'new.txt');
    assert.deepEqual([await dirty(linked), await dirty(root)], [false, true]);
  });

  it('C14: of a repo that is a folder within a repository only that folder counts', async () => {
    const { root } = repository();
    mkdirSync(path.join(root, 'packages', 'a'), { recursive: true });
    write(root, 'elsewhere.txt');
    assert.equal(await dirty(root, 'packages/a'), false);
    write(root, 'packages', 'a', 'new.txt');
    assert.equal(await dirty(root, 'packages/a'), true);
  });

  it('C14: a lock that lies around and hidden untracked files keep nobody from seeing', async () => {
    const { root, git } = repository();
    git('config', 'status.showUntrackedFiles', 'no');
    write(root, '.git', 'index.lock');
    assert.equal(await dirty(root), false);
    write(root, 'new.txt');
    assert.equal(await dirty(root), true);
  });

  it('C14: a folder with very many new files is one word of git', async () => {
    const { root } = repository();
    mkdirSync(path.join(root, 'many'));
    for (let at = 0; at < 500; at += 1) writeFileSync(path.join(root, 'many', `${at}`), '');
    assert.equal(await dirty(root), true);
  });

  it('C14: GIT_DIR in the environment of the coordinator points nowhere else', async () => {
    const { root } = repository();
    const other = repository();
    write(root, 'new.txt');
    process.env['GIT_DIR'] = path.join(other.root, '.git');
    process.env['GIT_WORK_TREE'] = other.root;
    try {
      assert.deepEqual([await dirty(root), await dirty(other.root)], [true, false]);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_WORK_TREE'];
    }
  });

  it('C14: a program that the repo names for git to run is not run', async () => {
    const { root, git } = repository();
    const mark = path.join(path.dirname(root), 'ran');
    const hook = path.join(path.dirname(root), 'hook');
    writeFileSync(hook, `#!/bin/sh\ntouch '${mark.replaceAll("'", `'"'"'`)}'\n`, { mode: 0o755 });
    git('config', 'core.fsmonitor', hook);
    assert.equal(await dirty(root), false);
    assert.equal(existsSync(mark), false);
  });

  it('C14: a look that is given up ends git and is an error', async () => {
    const { root } = repository();
    await assert.rejects(dirty(root, '.', AbortSignal.abort()), /git could not look at/);
  });
});
