import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { confirmationStore } from '../../src/configuration/confirmationStore.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('confirmationStore', () => {
  const newFolder = temporaryFolders();
  const onlyFile = (folder: string) => {
    const [name, ...others] = readdirSync(path.join(folder, 'confirmed'));
    assert.ok(name !== undefined);
    assert.deepEqual(others, []);
    return path.join(folder, 'confirmed', name);
  };

  it('C22: a confirmed digest is there for the next process, for that workspace only', () => {
    const folder = path.join(newFolder(), 'signalbox');
    const store = confirmationStore(folder, '/work/a b');
    assert.equal(store.read(), null);
    store.write('one');
    store.write('two');
    assert.equal(confirmationStore(folder, '/work/a b').read(), 'two');
    assert.equal(confirmationStore(folder, '/work/c').read(), null);
  });

  for (const mask of [0o000, 0o077]) {
    it(`C22: its file is 0600 in folders of 0700, under umask ${mask.toString(8)}`, () => {
      const folder = path.join(newFolder(), 'signalbox');
      const before = process.umask(mask);
      try {
        confirmationStore(folder, '/root').write('one');
      } finally {
        process.umask(before);
      }
      const modes = [folder, path.join(folder, 'confirmed'), onlyFile(folder)].map(modeOf);
      assert.deepEqual(modes, [0o700, 0o700, 0o600]);
    });
  }

  for (const content of [
    '',
    '{',
    'null',
    '[]',
    '{"format": 2}',
    '{"format": 1, "root": "/root", "digest": 7}',
  ]) {
    it(`C22: a file that holds ${content === '' ? 'nothing' : content} confirms nothing, and is replaced`, () => {
      const folder = newFolder();
      const store = confirmationStore(folder, '/root');
      store.write('one');
      writeFileSync(onlyFile(folder), content);
      assert.equal(store.read(), null);
      store.write('two');
      assert.equal(store.read(), 'two');
    });
  }

  it('C22: a file copied from another workspace confirms nothing', () => {
    const folder = newFolder();
    confirmationStore(folder, '/a').write('one');
    const content = readFileSync(onlyFile(folder));
    const other = newFolder();
    confirmationStore(other, '/b').write('two');
    writeFileSync(onlyFile(other), content);
    assert.equal(confirmationStore(other, '/b').read(), null);
  });

  it('C22: a confirmation that can not be stored is a fault, and leaves nothing behind', () => {
    const folder = newFolder();
    const store = confirmationStore(folder, '/root');
    store.write('one');
    const file = onlyFile(folder);
    // A folder in its place fails for every user, also for one that no mode keeps out.
    const blocked = newFolder();
    mkdirSync(path.join(blocked, 'confirmed', path.basename(file), 'x'), { recursive: true });
    assert.throws(() => confirmationStore(blocked, '/root').write('two'), /make that folder writable/);
    assert.deepEqual(readdirSync(path.join(blocked, 'confirmed')), [path.basename(file)]);
  });
});
