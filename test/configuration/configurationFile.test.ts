import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationFile } from '../../src/configuration/configurationFile.ts';
import { confirmationStore } from '../../src/configuration/confirmationStore.ts';
import { startConfiguration } from '../../src/configuration/startConfiguration.ts';
import { watchFolder } from '../../src/files/watchFolder.ts';
import { eventually } from '../kit/eventually.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

describe('configurationFile', () => {
  const newFolder = temporaryFolders();
  const workspace = () => {
    const root = newFolder('it\'s a 🚂 "box"-');
    mkdirSync(path.join(root, '.signalbox'));
    return { root, file: path.join(root, '.signalbox', 'config.json'), files: configurationFile(root) };
  };

  it('reads the text, whatever the path looks like', () => {
    const { file, files } = workspace();
    assert.equal(files.read(), null);
    writeFileSync(file, '{"tick": 1} // ü');
    assert.equal(files.read(), '{"tick": 1} // ü');
    assert.equal(configurationFile(newFolder()).read(), null);
  });

  it('refuses what is no text of a sensible size', () => {
    const { root, file, files } = workspace();
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    assert.throws(() => files.read(), {
      message: "the configuration can't be read, it is not UTF-8: save it as UTF-8",
    });
    truncateSync(file, 1024 * 1024 + 1);
    assert.throws(() => files.read(), /it has more than 1048576 bytes: make it smaller/);
    mkdirSync(path.join(root, 'other', '.signalbox', 'config.json'), { recursive: true });
    assert.throws(
      () => configurationFile(path.join(root, 'other')).read(),
      /it is no file: put a file there/,
    );
  });

  it('follows links, and takes a folder that is not there by its name', () => {
    const { root, files } = workspace();
    mkdirSync(path.join(root, 'real'));
    symlinkSync('real', path.join(root, 'link'));
    assert.equal(files.resolve('link'), path.join(root, 'real'));
    assert.equal(files.resolve('./real/'), path.join(root, 'real'));
    assert.equal(files.resolve('gone'), path.join(root, 'gone'));
    assert.equal(files.resolve(path.join(root, 'link')), path.join(root, 'real'));
  });

  it('C21, C22: a saved file holds soon, without its guarded part', async () => {
    const { root, file, files } = workspace();
    const loader = startConfiguration({
      root,
      files,
      confirmations: confirmationStore(newFolder(), root),
      now: () => 0,
      watch: (onChange) => watchFolder(path.dirname(file), onChange),
      onChange: () => undefined,
    });
    try {
      writeFileSync(file, '{"tick": 1, "workerTasks": true}');
      await eventually('the new tick holds', () => loader.current().settings.tickMs === 1_000);
      assert.equal(loader.current().settings.workerTasks, false);
      assert.deepEqual(loader.current().pending?.changes, ['workerTasks: false -> true']);
    } finally {
      loader.dispose();
    }
  });
});
