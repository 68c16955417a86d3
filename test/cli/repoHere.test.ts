import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { repoOf } from '../../src/cli/repoHere.ts';
import type { ScopeView } from '../../src/protocol/views.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const scope = (repo: string, folder: string | null): ScopeView => ({
  repo,
  path: folder,
  is_paused: false,
  taken_by: null,
  taken_at: null,
  draining: null,
  reserved_for: null,
  lease_id: null,
});

describe('the repo of a working directory', () => {
  const newFolder = temporaryFolders();

  it('is the innermost one that it lies in', () => {
    const root = newFolder();
    mkdirSync(path.join(root, 'web/src'), { recursive: true });
    mkdirSync(path.join(root, 'web-old'));
    const scopes = [scope('all', root), scope('web', path.join(root, 'web')), scope('gone', null)];
    assert.equal(repoOf(scopes, path.join(root, 'web/src')), 'web');
    assert.equal(repoOf(scopes, path.join(root, 'web-old')), 'all');
    assert.equal(repoOf(scopes.slice(1), root), undefined);
  });

  it('is found through links', () => {
    const root = newFolder();
    mkdirSync(path.join(root, 'real'));
    symlinkSync(path.join(root, 'real'), path.join(root, 'link'));
    assert.equal(repoOf([scope('api', path.join(root, 'link'))], path.join(root, 'real')), 'api');
  });

  it('of a linked git worktree is that of its main one', () => {
    const root = newFolder();
    const [main, linked] = [path.join(root, 'main'), path.join(root, 'linked')];
    mkdirSync(path.join(main, 'api'), { recursive: true });
    const git = (...args: string[]) => execFileSync('git', ['-C', main, ...args], { stdio: 'pipe' });
    git('init', '-q');
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', linked);
    mkdirSync(path.join(linked, 'api'));
    assert.equal(repoOf([scope('api', path.join(main, 'api'))], path.join(linked, 'api')), 'api');
  });
});
