import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PositionGone } from '../../src/coordinator/ports.ts';
import type { RegisterEvent } from '../../src/core/events.ts';
import { evolveStored } from '../../src/core/evolve/evolve.ts';
import type { LeaseId, TaskId } from '../../src/core/model/ids.ts';
import { initialState } from '../../src/core/model/state.ts';
import { isMoved } from '../../src/core/rules/retention.ts';
import type { SqliteRegister } from '../../src/store/sqlite/sqliteRegister.ts';
import { storeLayout } from '../../src/store/sqlite/storeLayout.ts';
import { archivedStory } from '../kit/archivedStory.ts';
import { picker } from '../kit/picker.ts';
import { type Keep, SimFiles } from '../kit/simFiles.ts';
import { temporaryFolders } from '../kit/temporaryFolders.ts';
import { identity, replayed, testRegister, testStore } from '../kit/testStore.ts';

const { before, marks } = archivedStory();
const all = [...before, ...marks];
const archivedLeases = marks
  .filter((event) => event.type === 'LeaseArchived')
  .map(({ data }) => data.leaseId);
const [first] = archivedLeases as [LeaseId, LeaseId];
const archivedAt = marks.at(-1)?.at ?? 0;
const kept = all.filter((event) => !isMoved(event, new Set(archivedLeases), archivedAt));
const moved = all.filter((event) => isMoved(event, new Set(archivedLeases), archivedAt));
const file = `${new Date(archivedAt).toISOString().slice(0, 7)}.jsonl.gz`;

/** As another tool would read it. */
const linesOf = (bytes: Uint8Array): RegisterEvent[] =>
  gunzipSync(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RegisterEvent);

describe('retention in the store', () => {
  const folder = temporaryFolders();

  async function written(root: string): Promise<SqliteRegister> {
    const register = await testRegister(root);
    await register.append(0, before);
    await register.compact();
    await register.append(before.length, marks);
    return register;
  }
  const archiveOf = (root: string) => storeLayout(root).archive;

  it('moves the events of marked leases to a file of the month, one after another, 0600 in a folder of 0700', async () => {
    const root = folder();
    const register = await written(root);
    await register.compact();
    const path = join(archiveOf(root), file);
    const lines = linesOf(readFileSync(path));
    const own = lines.filter(({ type }) => type !== 'LeaseArchived');
    assert.deepEqual(
      own.sort((one, other) => one.position - other.position),
      moved,
    );
    assert.deepEqual(
      lines.filter(({ type }) => type === 'LeaseArchived'),
      marks.filter(({ type }) => type === 'LeaseArchived'),
    );
    assert.deepEqual([statSync(path).mode & 0o777, statSync(archiveOf(root)).mode & 0o777], [0o600, 0o700]);
    assert.ok(register.facts().archiveBytes > 0);
    await register.close();
  });

  it('what is left is replayed to the same state and keeps its positions; verify says so', async () => {
    const root = folder();
    const register = await written(root);
    assert.deepEqual(await register.verify(), { events: kept.length, differing: [] });
    await register.close();
    const next = await testRegister(root);
    const state = await next.restore();
    assert.equal(state?.position, all.length);
    assert.deepEqual([...state.closed.values()], []);
    await next.close();
    const again = await testRegister(root);
    const events = await replayed(again);
    assert.deepEqual(events, kept);
    const folded = initialState();
    for (const event of events) evolveStored(folded, event);
    assert.deepEqual([...folded.triggers.values()], [...state.triggers.values()]);
    await again.append(all.length, [{ ...all[0]!, position: all.length + 1 }]);
    await again.close();
  });

  it('C20: history of an archived lease or task is whole, page by page', async () => {
    const register = await written(folder());
    await register.compact();
    const asked = [{ leaseId: first }, { taskId: 'workspace/1' as TaskId }];
    for (const filter of asked) {
      const wanted = all.filter(
        ({ about }) =>
          about.leaseId === (filter.leaseId ?? about.leaseId) &&
          about.taskId === (filter.taskId ?? about.taskId),
      );
      assert.deepEqual(await register.history(filter, 1, 1000), { events: wanted, next: null });
      const paged: RegisterEvent[] = [];
      for (let from: number | null = 1; from !== null;) {
        const page = await register.history(filter, from, 2);
        paged.push(...page.events);
        from = page.next;
      }
      assert.deepEqual(paged, wanted);
    }
    assert.deepEqual(await register.history({}, 1, 1000), { events: kept, next: null });
    await register.close();
  });

  it('C20: a file of the archive that is missing or is another is named', async () => {
    const root = folder();
    const register = await written(root);
    await register.compact();
    writeFileSync(
      join(archiveOf(root), file),
      'something else, which is long enough to be read as a member'.repeat(99),
    );
    const wanted = kept.filter(({ about }) => about.leaseId === first);
    const expected = { events: wanted, next: null, unreadable: [file] };
    assert.deepEqual(await register.history({ leaseId: first }, 1, 1000), expected);
    rmSync(archiveOf(root), { recursive: true });
    assert.deepEqual(await register.history({ leaseId: first }, 1, 1000), expected);
    await register.close();
  });

  it('a position that was archived is gone, and the oldest after it is named', async () => {
    const register = await written(folder());
    assert.equal(await register.completeFrom(1), 1);
    await register.compact();
    const hole = moved[0]!.position;
    const oldest = kept.find(({ position }) => position > hole)!.position;
    await assert.rejects(register.history({}, hole, 10), (error) => {
      assert.ok(error instanceof PositionGone);
      assert.equal(error.oldest, oldest);
      return true;
    });
    const complete = moved.at(-1)!.position + 1;
    assert.deepEqual(
      [await register.completeFrom(1), await register.completeFrom(complete + 1)],
      [complete, complete + 1],
    );
    await register.close();
    await assert.rejects(register.completeFrom(1), { kind: 'closed' });
  });

  it('S3: a backup takes nothing to the archive; restored, it is whole, and its marked leases move then', async () => {
    const root = folder();
    const register = await written(root);
    const backup = await register.backup();
    assert.equal(register.facts().archiveBytes, 0);
    await register.close();
    const { store } = await testStore(root);
    const restored = await store.restore(backup.path, identity);
    assert.deepEqual(await replayed(restored), all);
    await restored.append(all.length, [{ ...all[0]!, position: all.length + 1 }]);
    assert.deepEqual(await restored.verify(), { events: kept.length + 1, differing: [] });
    // The archive goes on where the register knows its end; what was there already stays as it was.
    const again = join(archiveOf(root), file.replace('.jsonl', '-2.jsonl'));
    assert.deepEqual(linesOf(readFileSync(again)), linesOf(readFileSync(join(archiveOf(root), file))));
    await restored.close();
  });

  it('a file that ends elsewhere than is known is left as it is', async () => {
    const root = folder();
    const register = await written(root);
    mkdirSync(archiveOf(root), { mode: 0o700 });
    writeFileSync(join(archiveOf(root), file), 'torn');
    await register.compact();
    assert.equal(readFileSync(join(archiveOf(root), file), 'utf8'), 'torn');
    const wanted = all.filter(({ about }) => about.leaseId === first);
    assert.deepEqual(await register.history({ leaseId: first }, 1, 1000), { events: wanted, next: null });
    await register.close();
  });

  it('S4: the power fails at any file call of an archiving, with any loss: every event is in the register or the archive', async function () {
    this.timeout(300_000);
    const pick = picker(11);
    const losses: Keep[] = [
      () => true,
      () => false,
      ({ path }) => !path.includes('archive'),
      () => pick(2) === 0,
    ];
    const root = '/root';
    const found = new Set<string>();
    for (let cut = 1, isInside = true; isInside; cut += 1) {
      for (const keep of losses) {
        const sim = new SimFiles(root);
        let calls = 0;
        let isCounting = false;
        const files = sim.actor(() => {
          if (isCounting) calls += 1;
          if (calls >= cut) throw Object.assign(new Error('EIO: the power is off'), { code: 'EIO' });
        });
        const register = await (await testStore(root, { files })).store.becomeWriter(identity);
        await register.append(0, before);
        await register.append(before.length, marks);
        isCounting = true;
        await register.compact().catch(() => undefined);
        isInside = calls >= cut;
        if (isInside) sim.powerLoss(keep);
        isCounting = false;
        const next = await (await testStore(root, { files: sim.actor() })).store.becomeWriter(identity, true);
        const events = await replayed(next);
        found.add(events.length === all.length ? 'whole' : 'archived');
        assert.deepEqual(events, events.length === all.length ? all : kept, `cut at call ${cut}`);
        await next.append(all.length, [{ ...all[0]!, position: all.length + 1 }]);
        assert.deepEqual(await next.verify(), { events: kept.length + 1, differing: [] });
        const wanted = all.filter(({ about }) => about.leaseId === first);
        assert.deepEqual(await next.history({ leaseId: first }, 1, 1000), { events: wanted, next: null });
        await next.close();
      }
    }
    assert.deepEqual([...found].sort(), ['archived', 'whole']);
  });
});
