import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { SnapshotSchedule } from '../../src/store/sqlite/snapshotSchedule.ts';
import { eventAt, eventsFrom } from '../kit/registerEvents.ts';
import { ManualTime } from '../kit/manualTime.ts';
import { SimFiles } from '../kit/simFiles.ts';
import { eventually } from '../kit/eventually.ts';
import { identity, replayed, testStore } from '../kit/testStore.ts';

const limits = { journalBytes: 1000, journalEvents: 10, idleMs: 5_000, restMs: 60_000 };

function scheduled() {
  const time = new ManualTime();
  let due = 0;
  const schedule = new SnapshotSchedule({ clock: time, scheduler: time, limits }, () => (due += 1));
  return { time, schedule, due: () => due };
}

describe('when a snapshot is due', () => {
  it('at once when the journal is long, in events or in bytes, and once only', () => {
    for (const [bytes, events] of [
      [1000, 1],
      [1, 10],
    ] as const) {
      const { schedule, due } = scheduled();
      schedule.changed(999, 9);
      assert.equal(due(), 0);
      schedule.changed(bytes, events);
      schedule.changed(bytes + 1, events + 1);
      assert.equal(due(), 1);
      schedule.dispose();
    }
  });

  it('when it has been quiet after a change', () => {
    const { time, schedule, due } = scheduled();
    schedule.changed(1, 1);
    time.advance(4_000);
    schedule.changed(2, 2);
    time.advance(4_999);
    assert.equal(due(), 0);
    time.advance(1);
    assert.equal(due(), 1);
    time.advance(100_000);
    assert.equal(due(), 1);
    assert.equal(time.open, 0);
  });

  it('at most once a minute while idle, and less often for a large store', () => {
    const { time, schedule, due } = scheduled();
    schedule.made(1024);
    schedule.changed(1, 1);
    time.advance(59_999);
    assert.equal(due(), 0);
    time.advance(1);
    assert.equal(due(), 1);
    schedule.made(80 * 1024 * 1024);
    schedule.changed(1, 1);
    time.advance(599_999);
    assert.equal(due(), 1);
    time.advance(1);
    assert.equal(due(), 2);
  });

  it('never after the end', () => {
    const { time, schedule, due } = scheduled();
    schedule.changed(1, 1);
    schedule.dispose();
    time.advance(100_000);
    assert.equal(due(), 0);
    assert.equal(time.open, 0);
  });
});

describe('the register and its snapshots', () => {
  const copy = '/root/.signalbox/state/signalbox.db';

  it('an idle register folds its journal, refreshes the copy for tools, and goes on in the next term', async () => {
    const sim = new SimFiles('/root');
    const { store, time } = await testStore('/root', { files: sim.actor(), limits });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 3));
    time.advance(5_000);
    await eventually('the next term', () => register.term === 2);
    assert.ok(sim.paths().includes(copy));
    const facts = register.facts();
    assert.equal(facts.position, 3);
    assert.equal(facts.eventsSinceSnapshot, 0);
    assert.equal(facts.snapshotBytes, sim.data(copy).length);
    assert.equal(store.holder()?.term, 2);
    await register.close();
    assert.equal(time.open, 0);
  });

  it('events that come while a snapshot is built are above it, and none is lost', async () => {
    const sim = new SimFiles('/root');
    const { store } = await testStore('/root', { files: sim.actor() });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 5));
    const building = register.compact();
    const appended = [register.append(5, [eventAt(6)]), register.append(6, [eventAt(7)])];
    await Promise.all([building, ...appended]);
    assert.deepEqual(await register.history({}, 4, 10), { events: eventsFrom(4, 4), next: null });
    await register.close();
    const next = await store.becomeWriter(identity);
    assert.deepEqual(await replayed(next), eventsFrom(1, 7));
    await next.close();
  });

  it('a clean stop leaves a journal without records, so that the next start is short', async () => {
    const sim = new SimFiles('/root');
    const { store } = await testStore('/root', { files: sim.actor() });
    const register = await store.becomeWriter(identity);
    await register.append(0, eventsFrom(1, 5));
    await register.close();
    const names = store.names().map(({ name }) => name.replace(/-[0-9a-f]+\.db/, '.db'));
    assert.deepEqual(names, ['snapshot-1-5.db', 'journal-2']);
    const text = Buffer.from(sim.data('/root/.signalbox/state/journal-2')).toString();
    assert.deepEqual(
      text.split('\n').map((line) => /"(header|copy|ready|commit)"/.exec(line)?.[1]),
      ['header', 'ready', undefined],
    );
  });
});
