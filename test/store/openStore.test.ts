import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Life, ProcessFacts, Processes } from '../../src/store/sqlite/writer/processFacts.ts';
import { localProcesses } from '../../src/store/sqlite/writer/processFacts.ts';
import { nodeFiles } from '../../src/store/sqlite/nodeFiles.ts';
import { StoreBusy } from '../../src/store/sqlite/writer/holder.ts';
import { eventually } from '../kit/eventually.ts';
import type { ManualTime } from '../kit/manualTime.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, loadSql, replayed, testRegister, testStore } from '../kit/testStore.ts';

const stateOf = (root: string) => join(root, '.signalbox', 'state');

/** Names, contents and times of everything under a folder. */
function everything(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mtimeNs, mode } = statSync(path, { bigint: true });
    const contents = entry.isFile() ? readFileSync(path, 'base64') : '';
    found[path] = `${String(mode)} ${String(mtimeNs)} ${contents}`;
  }
  return found;
}

/** Processes whose life a test decides. */
function processesThat(life: Life, pid = 4_000_000): Processes {
  const own: ProcessFacts = { ...localProcesses().own(), pid };
  return { own: () => own, lifeOf: () => life };
}

describe('S1: a newer schema', () => {
  const folder = temporaryFolders();

  async function storeWithSnapshot(): Promise<string> {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 3));
    await register.close();
    return root;
  }
  const snapshotIn = (root: string) => {
    const name = readdirSync(stateOf(root)).find((found) => /^snapshot-.*\.db$/.test(found));
    return join(stateOf(root), name ?? 'none');
  };

  it('version 99 in a snapshot is refused as newer, not as damaged, and nothing is touched', async () => {
    const root = folder();
    cpSync(await storeWithSnapshot(), root, { recursive: true });
    const bytes = readFileSync(snapshotIn(root));
    bytes.writeInt32BE(99, 60);
    writeFileSync(snapshotIn(root), bytes);
    const before = everything(root);
    await assert.rejects(testStore(root), { kind: 'newer_schema', message: /newer/ });
    assert.deepEqual(everything(root), before);
  });

  it('a version in the journal is read before its checksum is judged', async () => {
    const root = await storeWithSnapshot();
    const { store } = await testStore(root);
    const path = join(
      stateOf(root),
      readdirSync(stateOf(root)).find((name) => name.startsWith('journal-'))!,
    );
    writeFileSync(path, readFileSync(path, 'utf8').replace('"schema":1', '"schema":2'));
    const before = everything(root);
    await assert.rejects(store.becomeWriter(identity), { kind: 'newer_schema', message: /newer/ });
    assert.deepEqual(everything(root), before);
  });

  it('snapshot, backup and copy carry version 1', async () => {
    const root = await storeWithSnapshot();
    const register = await testRegister(root);
    const { path } = await register.backup();
    await register.close();
    for (const file of [snapshotIn(root), path, join(stateOf(root), 'signalbox.db')]) {
      assert.equal(readFileSync(file).readInt32BE(60), 1, file);
    }
  });
});

describe('S2: opening and becoming the writer', () => {
  const folder = temporaryFolders();

  it('opening a root without a store creates nothing and shows an empty one', async () => {
    const root = folder();
    const { store } = await testStore(root);
    assert.deepEqual(await replayed({ replay: () => store.events() }), []);
    assert.equal(store.holder(), null);
    assert.deepEqual(store.backups(), []);
    assert.deepEqual(readdirSync(root), []);
  });

  it('any number may be open beside a living writer, and only read', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, eventsFrom(1, 3));
    await register.compact();
    await register.append(3, eventsFrom(4, 2));
    const before = everything(root);
    for (let count = 0; count < 3; count += 1) {
      const { store } = await testStore(root);
      assert.deepEqual(await replayed({ replay: () => store.events() }), eventsFrom(1, 5));
      assert.equal(store.holder()?.pid, process.pid);
    }
    assert.deepEqual(everything(root), before);
    await register.append(5, [eventAt(6)]);
    await register.close();
  });

  it('between two stores of one process, the second is refused at once and told who, where and since when', async () => {
    const root = folder();
    const register = await testRegister(root);
    const { store } = await testStore(root);
    const before = everything(root);
    await assert.rejects(store.becomeWriter(identity), (error: unknown) => {
      assert.ok(error instanceof StoreBusy);
      assert.equal(error.holder.pid, process.pid);
      assert.match(error.message, new RegExp(`process ${process.pid} on .* since 20\\d\\d-`));
      return true;
    });
    assert.deepEqual(everything(root), before);
    await register.append(0, [eventAt(1)]);
    await register.close();
  });

  it('a store that was closed is free at once', async () => {
    const root = folder();
    const register = await testRegister(root);
    await register.append(0, [eventAt(1)]);
    await register.close();
    const next = await testRegister(root);
    assert.deepEqual(await replayed(next), [eventAt(1)]);
    await next.close();
  });

  it('a writer whose process has ended is replaced, however fresh its heartbeat', async () => {
    const root = folder();
    const register = await testRegister(root);
    const { store } = await testStore(root, { processes: processesThat('ended') });
    const second = await store.becomeWriter(identity);
    await assert.rejects(register.append(0, [eventAt(1)]), { kind: 'replaced' });
    await second.close();
  });

  for (const life of ['alive', 'unknown'] as const) {
    it(`a heartbeat older than 10 s of a process that is ${life} is replaced if nobody answers`, async () => {
      const root = folder();
      const register = await testRegister(root);
      let doesAnswer = true;
      const asked: string[] = [];
      const { store, time } = await testStore(root, {
        processes: processesThat(life),
        answers: async (endpoint) => {
          asked.push(endpoint);
          return doesAnswer;
        },
      });
      time.advance(9_000);
      await assert.rejects(store.becomeWriter(identity), StoreBusy);
      assert.deepEqual(asked, []);
      time.advance(2_000);
      await assert.rejects(store.becomeWriter(identity), StoreBusy);
      assert.deepEqual(asked, [identity.endpoint]);
      doesAnswer = false;
      const second = await store.becomeWriter(identity);
      await second.close();
      await register.close();
    });
  }

  it('a fresh heartbeat is replaced only on purpose', async () => {
    const root = folder();
    const register = await testRegister(root);
    const { store } = await testStore(root, { processes: processesThat('unknown') });
    await assert.rejects(store.becomeWriter(identity), StoreBusy);
    const second = await store.becomeWriter(identity, true);
    assert.equal(second.term, register.term + 1);
    await second.close();
    await register.close();
  });

  describe('store.md, guarantee: on a network file system a second host does not write', () => {
    const sharedOn = 'NFS (a network file system)';
    const here = localProcesses().own();
    /** As seen from another machine: no pid means anything, and no socket answers. */
    const from = (facts: Partial<ProcessFacts>): Processes => ({
      own: () => ({ ...here, ...facts }),
      lifeOf: () => 'unknown',
    });
    const elsewhere = from({ host: 'other', bootId: 'another' });
    /** Moves the clock while something opens, a second at a time, the writer's beats on it. */
    async function passing<T>(time: ManualTime, opening: Promise<T>, beat: () => void): Promise<number> {
      const state = { isSettled: false };
      const settle = () => void (state.isSettled = true);
      opening.then(settle, settle);
      const since = time.now();
      for (let second = 0; second < 60; second += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (state.isSettled) break;
        beat();
        time.advance(1_000);
      }
      return time.now() - since;
    }
    const writerIn = (root: string) => join(stateOf(root), 'writer-1.json');
    const beatAt = (root: string, at: number) => utimesSync(writerIn(root), at / 1000, at / 1000);

    it('a fresh heartbeat of another host is refused at once, and told what to do there', async () => {
      const root = folder();
      const register = await testRegister(root);
      const { store, time } = await testStore(root, { sharedOn, processes: elsewhere });
      const since = new Date(time.now()).toISOString().slice(0, 10);
      await assert.rejects(store.becomeWriter(identity), (error: unknown) => {
        assert.ok(error instanceof StoreBusy);
        assert.equal(error.holder.host, here.host);
        const [who, where] = error.message.split(/(?<=\.) (?=[A-Z])/);
        assert.match(
          who!,
          new RegExp(`^process ${process.pid} on ${here.host} has had this store since ${since}`),
        );
        assert.equal(where, 'It is on NFS (a network file system), where only one machine may write.');
        assert.match(error.next, new RegExp(`^Go through it on ${here.host}, or end it there; .* try again`));
        return true;
      });
      await register.append(0, [eventAt(1)]);
      await register.close();
    });

    for (const [what, skewMs] of [
      ['an hour behind', -3_600_000],
      ['an hour ahead', 3_600_000],
    ] as const) {
      it(`a heartbeat that moves is refused, though that machine's clock is ${what}`, async () => {
        const root = folder();
        const register = await testRegister(root);
        const { store, time } = await testStore(root, { sharedOn, processes: elsewhere });
        beatAt(root, time.now() + skewMs);
        const opening = assert.rejects(store.becomeWriter(identity), StoreBusy);
        const tookMs = await passing(time, opening, () => beatAt(root, time.now() + skewMs + 500));
        await opening;
        assert.equal(tookMs, 1_000);
        await register.append(0, [eventAt(1)]);
        await register.close();
      });
    }

    it('a beat that shows only after 20 s, as a cache may have it, is seen', async () => {
      const root = folder();
      const register = await testRegister(root);
      const { store, time } = await testStore(root, { sharedOn, processes: elsewhere });
      const began = time.now();
      beatAt(root, began - 60_000);
      const opening = assert.rejects(store.becomeWriter(identity), StoreBusy);
      await passing(time, opening, () => {
        if (time.now() - began >= 20_000) beatAt(root, time.now() - 40_000);
      });
      await opening;
      await register.append(0, [eventAt(1)]);
      await register.close();
    });

    it('one that does not move for 30 s has ended, and is replaced', async () => {
      const root = folder();
      const register = await testRegister(root);
      await register.append(0, [eventAt(1)]);
      const { store, time } = await testStore(root, { sharedOn, processes: elsewhere });
      beatAt(root, time.now() - 60_000);
      const opening = store.becomeWriter(identity);
      assert.equal(await passing(time, opening, () => undefined), 30_000);
      const second = await opening;
      assert.deepEqual(await replayed(second), [eventAt(1)]);
      await second.close();
      await register.close();
    });

    it('one that is closed while it is watched is free at once', async () => {
      const root = folder();
      const register = await testRegister(root);
      const { store, time } = await testStore(root, { sharedOn, processes: elsewhere });
      beatAt(root, time.now() - 60_000);
      const opening = store.becomeWriter(identity);
      await register.close();
      assert.equal(await passing(time, opening, () => undefined), 1_000);
      await (await opening).close();
    });

    it('a host of the same name from another start is another', async () => {
      const root = folder();
      const register = await testRegister(root);
      const { store, time } = await testStore(root, { sharedOn, processes: from({ bootId: 'another' }) });
      beatAt(root, time.now() - 60_000);
      const opening = assert.rejects(store.becomeWriter(identity), StoreBusy);
      await passing(time, opening, () => beatAt(root, time.now() - 59_000));
      await opening;
      await register.close();
    });

    it('nobody is watched on the same machine, nor on a local disk', async () => {
      for (const options of [{ sharedOn, processes: from({}) }, { processes: elsewhere }]) {
        const root = folder();
        const register = await testRegister(root);
        const { store, time } = await testStore(root, options);
        beatAt(root, time.now() - 60_000);
        await (await store.becomeWriter(identity)).close();
        await register.close();
      }
    });

    it('a person may say that the other machine is gone', async () => {
      const root = folder();
      const register = await testRegister(root);
      const { store } = await testStore(root, { sharedOn, processes: elsewhere });
      await (await store.becomeWriter(identity, true)).close();
      await register.close();
    });
  });

  it('a heartbeat comes each second, and is written anew if it was removed', async () => {
    const root = folder();
    const { store, time } = await testStore(root);
    const register = await store.becomeWriter(identity);
    const path = join(stateOf(root), 'writer-1.json');
    time.advance(1000);
    assert.equal(Math.round(statSync(path).mtimeMs), time.now());
    rmSync(path);
    time.advance(1000);
    assert.equal(store.holder()?.term, 1);
    await register.close();
    assert.equal(existsSync(path), false);
    assert.equal(time.open, 0);
  });

  it('a reused process number is another process', () => {
    const processes = localProcesses();
    const own = processes.own();
    assert.equal(processes.lifeOf(own), 'alive');
    assert.equal(
      processes.lifeOf({ ...own, processStart: '1' }),
      own.processStart === null ? 'alive' : 'ended',
    );
    assert.equal(processes.lifeOf({ ...own, host: 'elsewhere' }), 'unknown');
    assert.equal(processes.lifeOf({ ...own, bootId: 'before' }), 'unknown');
    assert.equal(processes.lifeOf({ ...own, pidNamespace: 'container' }), 'unknown');
  });

  // A killed coordinator whose parent never asks would else keep its successor out until its heartbeat is old.
  it('a process that was killed has ended, although its parent has not asked yet', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const processes = localProcesses();
      const child = { ...processes.own(), pid: Number(line.toString()), processStart: null };
      assert.equal(processes.lifeOf(child), 'alive');
      process.kill(child.pid, 'SIGKILL');
      await eventually('it has ended', () => processes.lifeOf(child) === 'ended');
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'close');
    }
  });
});

describe('layout and modes', () => {
  const folder = temporaryFolders();
  let mask = 0;
  beforeEach(() => {
    mask = process.umask(0o022);
  });
  afterEach(() => {
    process.umask(mask);
  });

  for (const umask of [0o000, 0o022, 0o077]) {
    it(`under umask ${umask.toString(8).padStart(3, '0')} state is 0700 and every file 0600`, async () => {
      process.umask(umask);
      const root = folder();
      const register = await testRegister(root);
      await register.append(0, eventsFrom(1, 3));
      await register.backup();
      await register.compact();
      await register.append(3, [eventAt(4)]);
      for (const entry of readdirSync(stateOf(root), { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        assert.equal((statSync(path).mode & 0o777).toString(8), entry.isFile() ? '600' : '700', path);
      }
      assert.equal(statSync(stateOf(root)).mode & 0o777, 0o700);
      assert.equal(statSync(join(root, '.signalbox')).mode & 0o022, 0);
      assert.equal(readFileSync(join(stateOf(root), '.gitignore'), 'utf8'), '*\n');
      await register.close();
    });
  }

  it('a folder that may not be written says so and what to do', async () => {
    const root = folder();
    const makeFolder = () => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    };
    const { store } = await testStore(root, { files: { ...nodeFiles, makeFolder } });
    await assert.rejects(store.becomeWriter(identity), {
      kind: 'storage',
      message: /EACCES.*Look at the disk/,
    });
  });
});

describe('S3: backup and restore', () => {
  const folder = temporaryFolders();

  async function backedUp() {
    const root = folder();
    const { store } = await testStore(root);
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 4));
    await register.compact();
    await register.append(4, eventsFrom(5, 2));
    const backup = await register.backup();
    await register.append(6, eventsFrom(7, 3));
    return { root, store, register, backup };
  }

  it('a backup holds every event confirmed before it, whole, under its name only when it is durable', async () => {
    const { root, store, register, backup } = await backedUp();
    assert.equal(statSync(backup.path).mode & 0o777, 0o600);
    assert.deepEqual([backup.events, backup.last], [6, 6]);
    const sql = await loadSql();
    const database = new sql.Database(new Uint8Array(readFileSync(backup.path)));
    assert.deepEqual(database.exec('PRAGMA integrity_check')[0]?.values, [['ok']]);
    assert.deepEqual(database.exec('SELECT count(*), max(position) FROM events')[0]?.values, [[6, 6]]);
    database.close();
    assert.deepEqual(
      store.backups().map(({ path, last }) => [path, last]),
      [[backup.path, 6]],
    );
    assert.equal(register.facts().lastBackupAt, backup.at);
    assert.deepEqual(
      readdirSync(join(stateOf(root), 'backups')).filter((name) => name.endsWith('.tmp')),
      [],
    );
    await register.close();
  });

  it('a restore goes on from the backup in a new term, and backs up what it replaces', async () => {
    const { root, store, register, backup } = await backedUp();
    await register.close();
    const restored = await store.restore(backup.path, identity);
    assert.deepEqual(await replayed(restored), eventsFrom(1, 6));
    await restored.append(6, [eventAt(7)]);
    await restored.close();
    const [newest] = store.backups().filter(({ path }) => path !== backup.path);
    assert.equal(newest?.last, 9);
    const again = await testRegister(root);
    assert.deepEqual(await replayed(again), eventsFrom(1, 7));
    await again.close();
  });

  it('a restore is refused while another writer lives', async () => {
    const { root, register, backup } = await backedUp();
    const other = await testStore(root);
    const before = everything(root);
    await assert.rejects(other.store.restore(backup.path, identity), StoreBusy);
    assert.deepEqual(everything(root), before);
    await register.close();
  });

  it('a backup that is not whole is refused before anything changes', async () => {
    const { root, store, register, backup } = await backedUp();
    await register.close();
    const path = join(folder(), 'cut.db');
    writeFileSync(path, readFileSync(backup.path).subarray(0, 9000));
    const before = everything(root);
    await assert.rejects(store.restore(path, identity), { kind: 'damaged', message: /cut\.db/ });
    assert.deepEqual(everything(root), before);
  });

  it('S5: a damaged store is restored, and its files are kept aside', async () => {
    const { root, store, register, backup } = await backedUp();
    await register.close();
    const names = readdirSync(stateOf(root));
    const snapshot = names.find((name) => /^snapshot-.*\.db$/.test(name))!;
    const bytes = readFileSync(join(stateOf(root), snapshot));
    bytes.fill(0, 4096, 8192);
    writeFileSync(join(stateOf(root), snapshot), bytes);
    await assert.rejects(store.becomeWriter(identity), { kind: 'damaged' });
    const restored = await store.restore(backup.path, identity);
    assert.deepEqual(await replayed(restored), eventsFrom(1, 6));
    const kept = readdirSync(join(stateOf(root), 'aside')).find((name) => name.startsWith(snapshot));
    assert.deepEqual(readFileSync(join(stateOf(root), 'aside', kept!)), bytes);
    await restored.close();
  });
});
