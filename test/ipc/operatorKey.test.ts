import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureOperatorKey, operatorKeyPath, readOperatorKey } from '../../src/ipc/operatorKey.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('the operator key', () => {
  const newFolder = temporaryFolders();

  it('is not there before a host has started', () => {
    assert.equal(readOperatorKey(path.join(newFolder(), 'signalbox')), null);
  });

  it('is made once, for its user alone, and is the same for everyone after', () => {
    const folder = path.join(newFolder(), 'signalbox');
    const key = ensureOperatorKey(folder);
    assert.match(key, /^[\w-]{43}$/);
    assert.deepEqual([ensureOperatorKey(folder), readOperatorKey(folder)], [key, key]);
    assert.deepEqual([modeOf(folder), modeOf(operatorKeyPath(folder))], [0o700, 0o600]);
    assert.deepEqual(readdirSync(folder), ['operator-key']);
  });

  it('is closed to others again when somebody opened it', () => {
    const folder = newFolder();
    ensureOperatorKey(folder);
    chmodSync(operatorKeyPath(folder), 0o644);
    ensureOperatorKey(folder);
    assert.equal(modeOf(operatorKeyPath(folder)), 0o600);
  });

  it('that is damaged is no key, and is named instead of replaced', () => {
    const folder = newFolder();
    writeFileSync(operatorKeyPath(folder), 'short');
    assert.equal(readOperatorKey(folder), null);
    assert.throws(() => ensureOperatorKey(folder), /operator-key is damaged: remove that file/);
  });

  it('that can not be made says where', () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'signalbox'), 'a file in the way');
    assert.throws(() => ensureOperatorKey(path.join(folder, 'signalbox')), /make its folder writable/);
  });
});
