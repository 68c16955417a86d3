import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { diagnose, mend } from '../../src/host/storeDoctor.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { replayed, testRegister, testStore, threadOver } from '../kit/testStore.ts';

interface Case {
  readonly what: string;
  readonly harm: (state: string, names: Names) => void;
  /** What the diagnosis says; of a warning the store still opens whole. */
  readonly level: 'warn' | 'error';
  readonly says: RegExp;
  /** Position of the longest history that can be read; null: none. */
  readonly history: number | null;
}
interface Names {
  readonly journal: string;
  readonly snapshot: string;
}

const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const inLine = (path: string, text: string): number => readFileSync(path).indexOf(text);

/** A store of 4 events in a snapshot, 3 turns of one event above it, and a backup of 4. */
const cases: readonly Case[] = [
  {
    what: 'a torn end',
    harm: (_, { journal }) => truncateSync(journal, statSync(journal).size - 5),
    level: 'warn',
    says: /^journal-2 ends in a line that was not written to its end/,
    history: 6,
  },
  {
    what: 'a bad record before others',
    harm: (_, { journal }) => flip(journal, inLine(journal, '"position":6')),
    level: 'error',
    says: /^journal-2 is damaged at line 4 \(byte \d+\)/,
    history: 5,
  },
  {
    what: 'a damaged snapshot of which there is a copy',
    harm: (_, { snapshot }) => flip(snapshot, 9000),
    level: 'error',
    says: /snapshot-1-4-.* is damaged: its checksum differs/,
    history: 7,
  },
  {
    what: 'a missing snapshot of which there is a copy',
    harm: (_, { snapshot }) => rmSync(snapshot),
    level: 'error',
    says: /snapshot-1-4-.*, which journal-2 goes on from, is missing/,
    history: 7,
  },
  {
    what: 'a missing journal',
    harm: (_, { journal }) => rmSync(journal),
    level: 'error',
    says: /journal/,
    history: 4,
  },
  {
    what: 'a foreign folder',
    harm: (state) => mkdirSync(join(state, 'journal-9')),
    level: 'error',
    says: /^journal-9 is a folder/,
    history: 7,
  },
  {
    what: 'a damaged snapshot without a copy',
    harm: (state, { snapshot }) => {
      flip(snapshot, 9000);
      rmSync(join(state, 'signalbox.db'));
    },
    level: 'error',
    says: /checksum differs/,
    history: null,
  },
];

describe('S5: the doctor of a store', function () {
  this.timeout(60_000);
  const folder = temporaryFolders();

  async function used(): Promise<{ root: string; state: string; names: Names }> {
    const root = folder();
    const { state } = storeLayout(root);
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 4));
    await register.compact();
    await register.backup();
    for (let position = 5; position <= 7; position += 1) {
      await register.append(position - 1, eventsFrom(position, 1));
    }
    const left = readdirSync(state).map((name) => [name, join(state, name)] as const);
    const kept = left.filter(([name]) => /^(journal|snapshot)-|^signalbox.db$/.test(name));
    const bytes = kept.map(([name, path]) => [name, readFileSync(path)] as const);
    await register.close();
    // As a writer that was killed leaves it.
    for (const [name] of left)
      if (/^(journal|snapshot)-/.test(name)) rmSync(join(state, name), { force: true });
    for (const name of readdirSync(state)) if (/^(journal|snapshot)-/.test(name)) rmSync(join(state, name));
    for (const [name, contents] of bytes) writeFileSync(join(state, name), contents, { mode: 0o600 });
    const [snapshot = ''] = bytes.map(([name]) => name).filter((name) => name.startsWith('snapshot-'));
    return { root, state, names: { journal: join(state, 'journal-2'), snapshot: join(state, snapshot) } };
  }

  const options = async () => ({ snapshotWorker: await threadOver(nodeFiles) });
  const listing = (state: string) => readdirSync(state, { recursive: true }).map(String).sort();

  it('has nothing to say of one that is whole', async () => {
    const { root } = await used();
    const { ailments, history, backup, reached } = await diagnose(root, await options());
    assert.deepEqual([ailments, history?.position, backup?.position, reached?.position], [[], 7, 4, 7]);
  });

  for (const { what, harm, level, says, history } of cases) {
    it(`${what} is named without a change, and what can be read is gone on from after all is kept`, async () => {
      const { root, state, names } = await used();
      harm(state, names);
      const before = listing(state);
      const found = await diagnose(root, await options());
      assert.deepEqual(listing(state), before);
      assert.equal(found.ailments[0]?.level, level);
      assert.match(found.ailments[0].says, says);
      assert.equal(found.history?.position ?? null, history);
      assert.equal(found.backup?.position, 4);
      const from = history === null ? 'backup' : 'history';
      const mended = await mend(root, from, await options());
      assert.deepEqual([mended.position, mended.differing], [history ?? 4, []]);
      for (const name of before.filter((each) => /^(journal-2|snapshot-1)/.test(each))) {
        assert.ok(
          mended.kept.some((file) => file.includes(`/${name}-`) || file.includes('/backup-')),
          `${name} is kept`,
        );
      }
      const { store } = await testStore(root);
      const events = await replayed({ replay: () => store.events() });
      assert.deepEqual(events, eventsFrom(1, history ?? 4));
      assert.deepEqual((await diagnose(root, await options())).ailments, []);
    });
  }

  it('the newest good backup is gone on from when it is asked for', async () => {
    const { root, names } = await used();
    flip(names.journal, inLine(names.journal, '"position":6'));
    assert.equal((await mend(root, 'backup', await options())).position, 4);
  });

  it('a damaged backup is named, and is none to go on from', async () => {
    const { root, state } = await used();
    const [backup = ''] = readdirSync(join(state, 'backups'));
    truncateSync(join(state, 'backups', backup), 9000);
    const found = await diagnose(root, await options());
    assert.equal(found.backup, null);
    assert.match(found.ailments[0]?.says ?? '', /^backup: backup-.* /);
  });

  it('a store in use is left alone', async () => {
    const root = folder();
    const register = await testRegister(root);
    const found = await diagnose(root, await options());
    assert.equal(found.holder_pid, process.pid);
    await assert.rejects(mend(root, 'history', await options()), { kind: 'busy' });
    await register.close();
  });
});
