import assert from 'node:assert/strict';
import { before as beforeAll, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import type { RegisterEvent } from '../../../src/core/events.ts';
import {
  encodeLine,
  encodePreamble,
  journalFormat,
  schemaVersion,
} from '../../../src/store/sqlite/journalLines.ts';
import { readJournal } from '../../../src/store/sqlite/readJournal.ts';
import { uuid7 } from '../../../src/base/uuid7.ts';
import type { RequestId } from '../../../src/core/model/ids.ts';
import { byOperator, World as CoordinatorWorld } from '../../kit/coordinatorWorld.ts';
import { before, laterHook } from '../../kit/hooks.ts';
import { eventAt, eventsFrom } from '../../kit/registerEvents.ts';
import { RuleWriter } from '../../kit/ruleWriter.ts';
import { SimFiles } from '../../kit/simFiles.ts';
import { identity, loadSql, replayed, testRegister, testStore } from '../../kit/testStore.ts';

const root = '/root';
const journalPath = '/root/.signalbox/state/journal-1';

describe('letters of store.md: confirming', () => {
  let sql: SqlJsStatic;
  let sim: SimFiles;
  beforeAll(async () => {
    sql = await loadSql();
  });
  beforeEach(() => {
    sim = new SimFiles(root);
  });

  /** What a writer finds that opens after a crash. */
  async function reopened(): Promise<RegisterEvent[]> {
    const { store } = await testStore(root, { files: sim.actor() });
    const register = await store.becomeWriter(identity, true);
    const events = await replayed(register);
    await register.close();
    return events;
  }

  it('store.md C2: a take-over between the begin of a turn and its append is seen before the answer', async () => {
    const later = laterHook();
    const register = await testRegister(root, { files: sim.actor(later.hook) });
    await register.append(0, [eventAt(1)]);
    const other = new RuleWriter(sim.actor(), sql, 'other');
    later.set(
      before('write', 'journal-1', () => {
        assert.ok(other.open());
        other.commit();
      }),
    );
    await assert.rejects(register.append(1, [eventAt(2)]), { kind: 'replaced' });
    assert.deepEqual(await reopened(), [eventAt(1), ...other.acknowledged]);
  });

  it('store.md C3: a read at a writer that was taken over from while it was paused is not answered', async () => {
    const register = await testRegister(root, { files: sim.actor() });
    await register.append(0, [eventAt(1)]);
    const other = new RuleWriter(sim.actor(), sql, 'other');
    other.open();
    other.commit();
    await assert.rejects(register.confirm(), { kind: 'replaced' });
  });

  it('store.md G1: a request that is repeated after a snapshot and a restart is answered, not done again', async () => {
    const world = new CoordinatorWorld({ repos: [], plans: [], tasks: [], dependencies: [], messages: [] });
    const by = {
      ...byOperator(),
      request: { requestId: uuid7(world.time.now(), new Uint8Array(10)) as RequestId, digest: 'digest' },
    };
    const ask = async (isRestored: boolean) => {
      const { store } = await testStore(root, { files: sim.actor() });
      const register = await store.becomeWriter(identity, true);
      // A start that takes up the folded state and one that replays the events have to know the request alike.
      if (!isRestored) register.restore = async () => null;
      const coordinator = await world.open(register);
      const answer = await coordinator.execute('task.add', { title: 'Fix parser' }, by);
      const tasks = coordinator.state.tasks.size;
      await register.compact();
      await world.close();
      await register.close();
      return { answer, tasks };
    };
    const first = await ask(false);
    assert.equal(first.tasks, 1);
    assert.ok(first.answer.ok);
    for (const isRestored of [true, false]) {
      const again = await ask(isRestored);
      assert.equal(again.tasks, 1, `restored: ${isRestored}`);
      assert.deepEqual(JSON.parse(JSON.stringify(again.answer)), JSON.parse(JSON.stringify(first.answer)));
    }
  });

  it('store.md S1: the requests of a turn are in the file in the order of their positions', async () => {
    const register = await testRegister(root, { files: sim.actor() });
    await Promise.all([
      register.append(0, eventsFrom(1, 2)),
      register.append(2, [eventAt(3)]),
      register.append(3, eventsFrom(4, 2)),
    ]);
    assert.deepEqual(await reopened(), eventsFrom(1, 5));
  });

  it('store.md S1: two appends at one position are not both taken', async () => {
    const register = await testRegister(root, { files: sim.actor() });
    const [one, other] = await Promise.allSettled([
      register.append(0, [eventAt(1)]),
      register.append(0, [eventAt(1)]),
    ]);
    assert.deepEqual([one.status, other.status], ['fulfilled', 'rejected']);
    assert.deepEqual(await reopened(), [eventAt(1)]);
  });

  it('store.md S1: lines out of the order of their positions are not read on', () => {
    const header = { format: journalFormat, schema: schemaVersion, random: 'aa', term: 1, snapshot: null };
    const preamble = encodePreamble(header, eventsFrom(1, 2));
    const skipping = encodeLine({ commit: [eventAt(4)] }, preamble.crc);
    const late = encodeLine({ commit: [eventAt(3)] }, skipping.crc);
    const bytes = Buffer.concat([preamble.bytes, skipping.bytes, late.bytes]);
    assert.deepEqual(readJournal(bytes, 1).events, eventsFrom(1, 2));
  });

  it('store.md half a batch: wherever its end is torn off, all of a turn is there or nothing of it', async () => {
    const register = await testRegister(root, { files: sim.actor() });
    await register.append(0, [eventAt(1)]);
    const start = sim.data(journalPath).length;
    await Promise.all([register.append(1, [eventAt(2)]), register.append(2, eventsFrom(3, 2))]);
    const bytes = sim.data(journalPath);
    for (let length = start; length <= bytes.length; length += 1) {
      const { last } = readJournal(bytes.subarray(0, length), 1);
      assert.equal(last, length === bytes.length ? 4 : 1, `cut at ${length}`);
    }
  });
});
