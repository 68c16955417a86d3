import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { branchOf } from '../../src/vscode/branchOf.ts';

describe('the branch of a folder', () => {
  let folder: string;
  const git = (...args: string[]): void => {
    const own = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-C', folder];
    execFileSync('git', [...own, ...args], { stdio: 'ignore' });
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'branch-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is what git has checked out there, also below the top and in a work tree', async () => {
    git('init', '--initial-branch', 'feature/zones');
    git('commit', '--allow-empty', '-m', 'begin');
    mkdirSync(path.join(folder, 'a/b'), { recursive: true });
    git('worktree', 'add', '-b', 'other', 'tree');
    assert.equal(await branchOf(folder), 'feature/zones');
    assert.equal(await branchOf(path.join(folder, 'a/b')), 'feature/zones');
    assert.equal(await branchOf(path.join(folder, 'tree')), 'other');
  });

  it('is none without a branch, and without git', async () => {
    assert.equal(await branchOf(folder), null);
    git('init', '--initial-branch', 'main');
    git('commit', '--allow-empty', '-m', 'begin');
    git('checkout', '--detach');
    assert.equal(await branchOf(folder), null);
  });
});
