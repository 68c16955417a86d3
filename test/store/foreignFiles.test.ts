import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { highestWriter } from '../../src/ipc/discovery.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, replayed, testRegister, testStore } from '../kit/testStore.ts';

/** What somebody else may put there, and how the error calls it. */
const kinds: readonly (readonly [what: string, make: (path: string) => void, said: RegExp])[] = [
  ['folder', (path) => mkdirSync(path), /is a folder/],
  ['symbolic link', (path) => symlinkSync('/etc/hostname', path), /is a symbolic link/],
  ['pipe', (path) => execFileSync('mkfifo', [path]), /is a pipe/],
];
const names = ['journal-1', 'journal-9', 'writer-9.json', 'snapshot-9-9-ab.db', 'snapshot-1-1-ab.db.tmp'];

describe('S5: what is no file of the store, under a name of one', () => {
  const folder = temporaryFolders();

  async function used(): Promise<{ root: string; state: string }> {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 3));
    await register.compact();
    await register.append(3, [eventAt(4)]);
    await register.close();
    return { root, state: storeLayout(root).state };
  }

  for (const [what, make, said] of kinds) {
    for (const name of names) {
      it(`a ${what} named ${name} is named, whatever is valid beside it, and nothing is touched`, async () => {
        const { root, state } = await used();
        const { store } = await testStore(root);
        make(join(state, name));
        const before = readdirSync(state);
        for (const open of [() => testStore(root), () => store.becomeWriter(identity)]) {
          await assert.rejects(open, (error: Error & { kind?: string }) => {
            assert.equal(error.kind, 'damaged');
            assert.ok(error.message.startsWith(`${name} `), error.message);
            assert.match(error.message, said);
            assert.match(error.message, /move it out of .*state.*signalbox doctor --fix/);
            return true;
          });
        }
        assert.deepEqual(readdirSync(state), before);
        assert.equal(highestWriter(state), null);
      });
    }
  }

  it('a file of another program opens whole from what is valid, and is kept', async () => {
    const { root, state } = await used();
    const text = 'the diary of another program, in which this store has nothing to read '.repeat(3);
    writeFileSync(join(state, 'journal-9'), text);
    writeFileSync(join(state, 'snapshot-1-1-ab.db'), text);
    const register = await testRegister(root);
    assert.deepEqual(await replayed(register), eventsFrom(1, 4));
    await register.close();
    const [kept] = readdirSync(join(state, 'aside'));
    assert.match(kept ?? '', /^journal-9-/);
    assert.equal(readFileSync(join(state, 'aside', kept!), 'utf8'), text);
  });

  it('the highest number that there can be ends the counting, with a word', async () => {
    const { root, state } = await used();
    writeFileSync(join(state, 'journal-999999999999999'), 'x');
    await assert.rejects(testRegister(root), {
      kind: 'damaged',
      message: /journal-999999999999999 has the highest number/,
    });
  });

  it('a file in the place of the folder is named', async () => {
    const root = folder();
    mkdirSync(join(root, '.signalbox'));
    writeFileSync(storeLayout(root).state, 'x');
    await assert.rejects(testStore(root), { kind: 'damaged', message: /state is no folder.*move it/s });
  });
});
