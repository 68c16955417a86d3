import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheCompiled } from '../../src/cli/cacheCompiled.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('what Node keeps of the compiled command line', () => {
  const folder = temporaryFolders();

  /** The folders that Node was told to use. */
  const asked = (home: string, env: Record<string, string> = {}): string[] => {
    const folders: string[] = [];
    const compiler = { enableCompileCache: (each: string) => folders.push(each) };
    cacheCompiled(compiler, { platform: 'linux', home, env });
    return folders;
  };

  it('is in a folder of the user alone, whatever the umask', () => {
    const home = folder();
    const before = process.umask(0);
    try {
      assert.deepEqual(asked(home), [path.join(home, '.cache/signalbox')]);
    } finally {
      process.umask(before);
    }
    assert.equal(statSync(path.join(home, '.cache/signalbox')).mode & 0o777, 0o700);
  });

  it('is not read from a folder that others may write to, nor from what is none', () => {
    const home = folder();
    mkdirSync(path.join(home, 'signalbox'));
    chmodSync(path.join(home, 'signalbox'), 0o770);
    assert.deepEqual(asked(home, { XDG_CACHE_HOME: home }), []);
    writeFileSync(path.join(home, '.cache'), '');
    assert.deepEqual(asked(home), []);
    assert.deepEqual(asked('relative'), []);
  });

  it('an older Node does without', () => {
    const home = folder();
    cacheCompiled({}, { platform: 'linux', home, env: {} });
    assert.throws(() => statSync(path.join(home, '.cache')), { code: 'ENOENT' });
  });
});
