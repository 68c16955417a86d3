import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchFolder } from '../../src/files/watchFolder.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { eventually } from '../kit/eventually.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('watchFolder', () => {
  const newFolder = temporaryFolders();
  const watching: Disposable[] = [];
  afterEach(() => {
    for (const one of watching.splice(0)) one.dispose();
  });

  /** How often it was told, and a wait for the next time. */
  function watched(folder: string) {
    let told = 0;
    let known = 0;
    watching.push(watchFolder(folder, () => (told += 1)));
    return {
      count: () => told,
      next: async (what: string) => {
        await eventually(what, () => told > known);
        known = told;
      },
    };
  }

  it('tells of a file that is made, changed, renamed and removed', async () => {
    const folder = newFolder("a 🚂 'box'-");
    const { next } = watched(folder);
    const file = path.join(folder, 'a "b".json');
    writeFileSync(file, '1');
    await next('made');
    writeFileSync(file, '2');
    await next('changed');
    renameSync(file, path.join(folder, 'c.json'));
    await next('renamed');
    rmSync(path.join(folder, 'c.json'));
    await next('removed');
  });

  it('tells of a folder that comes, goes and comes again, however deep', async () => {
    const root = newFolder();
    const folder = path.join(root, '.signalbox', 'tasks');
    const { next } = watched(folder);
    mkdirSync(folder, { recursive: true });
    await next('the folder came');
    writeFileSync(path.join(folder, 'a.json'), '1');
    await next('a file in it');
    rmSync(path.join(root, '.signalbox'), { recursive: true });
    await next('the folder went');
    mkdirSync(folder, { recursive: true });
    await next('it came again');
    writeFileSync(path.join(folder, 'a.json'), '1');
    await next('a file in the new one');
  });

  it('tells of a folder that was replaced by another of its name', async () => {
    const root = newFolder();
    const folder = path.join(root, 'tasks');
    mkdirSync(folder);
    const { next } = watched(folder);
    renameSync(folder, path.join(root, 'old'));
    mkdirSync(folder);
    await next('replaced');
    writeFileSync(path.join(folder, 'a.json'), '1');
    await next('a file in the new one');
  });

  it('tells once of many changes at once', async () => {
    const folder = newFolder();
    const { next, count } = watched(folder);
    for (let index = 0; index < 100; index += 1) writeFileSync(path.join(folder, `${index}.json`), '1');
    await next('many');
    assert.equal(count(), 1);
  });

  it('tells nothing after it was disposed, also of what came just before', async () => {
    const folder = newFolder();
    const disposed = watched(folder);
    const living = watched(folder);
    writeFileSync(path.join(folder, 'a.json'), '1');
    watching[0]?.dispose();
    watching[0]?.dispose();
    await living.next('the other one hears it');
    assert.equal(disposed.count(), 0);
  });
});
