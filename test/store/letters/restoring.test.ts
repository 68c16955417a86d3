import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { picker } from '../../kit/picker.ts';
import { eventsFrom } from '../../kit/registerEvents.ts';
import { type Keep, SimFiles } from '../../kit/simFiles.ts';
import { identity, replayed, testStore } from '../../kit/testStore.ts';

const root = '/root';

/** The same names and bytes, all durable. */
function copyOf(sim: SimFiles): SimFiles {
  const copy = new SimFiles(root);
  for (const path of sim.paths()) {
    if (path === root) continue;
    const isFolder = sim.paths().some((other) => other.startsWith(`${path}/`)) || !/[.-]\w+$/.test(path);
    if (isFolder || path.endsWith('.signalbox')) copy.actor().makeFolder(path, 0o700);
    else copy.put(path, new Uint8Array(sim.data(path)));
  }
  for (const path of copy.paths()) if (path === root || isFolderOf(copy, path)) copy.actor().syncFolder(path);
  return copy;
}

const isFolderOf = (sim: SimFiles, path: string): boolean => {
  try {
    sim.actor().list(path);
    return true;
  } catch {
    return false;
  }
};

describe('letters of store.md: a restore that is cut off', function () {
  this.timeout(120_000);

  /** A store of six events, and a backup with the nine that it had before it was restored. */
  async function withNewerBackup(): Promise<{ sim: SimFiles; newer: string }> {
    const sim = new SimFiles(root);
    const { store } = await testStore(root, { files: sim.actor() });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 6));
    const older = await register.backup();
    await register.append(6, eventsFrom(7, 3));
    const newer = await register.backup();
    await register.close();
    const restored = await store.restore(older.path, identity);
    await restored.close();
    return { sim, newer: newer.path };
  }

  it('store.md rule 16: a restore cut off at any file call, with any loss, leaves a store that opens with the one or the other', async () => {
    const { sim, newer } = await withNewerBackup();
    const pick = picker(7);
    const losses: Keep[] = [
      () => true,
      () => false,
      ({ path }) => !/journal-\d+$/.test(path),
      () => pick(2) === 0,
    ];
    const seen = new Set<number>();
    for (let cut = 1, isInside = true; isInside; cut += 1) {
      for (const [index, keep] of losses.entries()) {
        const copy = copyOf(sim);
        let calls = 0;
        let isCounting = false;
        const files = copy.actor(() => {
          if (isCounting) calls += 1;
          if (calls >= cut) throw Object.assign(new Error('EIO: the power is off'), { code: 'EIO' });
        });
        const { store } = await testStore(root, { files });
        isCounting = true;
        await store.restore(newer, identity).then(
          (register) => register.close(),
          () => undefined,
        );
        isInside = calls >= cut;
        copy.powerLoss(keep);
        const next = await testStore(root, { files: copy.actor() });
        const register = await next.store.becomeWriter(identity, true).catch((error: unknown) => {
          throw new Error(`cut at call ${cut}, loss ${index}: ${String(error)}`, { cause: error });
        });
        const events = await replayed(register);
        assert.deepEqual(events, eventsFrom(1, events.length));
        seen.add(events.length);
        await register.close();
      }
    }
    assert.deepEqual([...seen].sort(), [6, 9]);
  });
});
