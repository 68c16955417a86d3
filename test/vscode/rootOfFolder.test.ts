import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { placeOfRoot, rootOfFolder } from '../../src/vscode/rootOfFolder.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('the root of an opened folder', () => {
  const temporary = temporaryFolders();
  const home = process.env['HOME'];
  let folder: string;

  beforeEach(() => {
    folder = temporary();
    mkdirSync(path.join(folder, 'src'));
  });
  afterEach(() => {
    if (home === undefined) delete process.env['HOME'];
    else process.env['HOME'] = home;
  });

  it('is none without a .signalbox folder, and would be the folder itself', () => {
    assert.deepEqual([rootOfFolder(folder), placeOfRoot(folder)], [null, folder]);
  });

  it('is the folder as soon as it has a .signalbox folder, also an empty one', () => {
    mkdirSync(path.join(folder, '.signalbox'));
    assert.equal(rootOfFolder(folder), folder);
  });

  it('is the folder above that has a register', () => {
    mkdirSync(path.join(folder, '.signalbox/state'), { recursive: true });
    assert.deepEqual(
      [rootOfFolder(path.join(folder, 'src')), placeOfRoot(path.join(folder, 'src'))],
      [folder, folder],
    );
  });

  it('is not the home folder for the launcher that lies there', () => {
    process.env['HOME'] = folder;
    mkdirSync(path.join(folder, '.signalbox/bin'), { recursive: true });
    assert.equal(rootOfFolder(folder), null);
  });

  it('is none when the folder is gone', () => {
    assert.deepEqual([rootOfFolder(`${folder}-gone`), placeOfRoot(`${folder}-gone`)], [null, null]);
  });
});
