import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RepoSlug } from '../../src/core/model/ids.ts';
import { gitTrees } from '../../src/host/gitTrees.ts';
import { settingsWith } from '../kit/settings.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('C14: whether a work tree is dirty', () => {
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
});
